import * as texts from '../texts/compiled/shared.js'
import { ShareIcon } from '../ui/icons/screen-icons.tsx'
import { Rich } from '../ui/rich.tsx'

/** The steps to put the app on the home screen by hand. */
export function InstallSteps({ way }: { way: 'ios' | 'menu' }) {
  if (way === 'menu') {
    return <p>{texts.installByMenu()}</p>
  }
  return (
    <p>
      <Rich
        text={texts.installOnIos()}
        tags={{
          share: (children) => (
            <span className="inline-flex translate-y-1 items-center">
              <ShareIcon size={20} />
              <span className="sr-only">{children}</span>
            </span>
          ),
        }}
      />
    </p>
  )
}
