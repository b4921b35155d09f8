import { ShareIcon } from '../ui/icon.tsx'

/** The steps to put the app on the home screen by hand. */
export function InstallSteps({ way }: { way: 'ios' | 'menu' }) {
  if (way === 'menu') {
    return <p>Open the browser’s menu and choose “Install” or “Add to Home screen”. Some browsers have neither.</p>
  }
  return (
    <p>
      Tap{' '}
      <span className="inline-flex translate-y-1 items-center">
        <ShareIcon size={20} />
        <span className="sr-only">Share</span>
      </span>{' '}
      in the browser’s bar, then “Add to Home Screen”, then “Add”. Log in once more from there: iPhones give the
      installed app a storage of its own.
    </p>
  )
}
