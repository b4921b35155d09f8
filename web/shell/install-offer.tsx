import { askToInstall, dismissInstall, useInstallDismissed, useInstallWay } from '../background/install.ts'
import { useAuth } from '../session/auth-context.tsx'
import { InstallSteps } from '../status/install-steps.tsx'
import { useRaces } from '../store/rows/races.ts'
import * as texts from '../texts/compiled/layout.js'
import { Button } from '../ui/button.tsx'

/**
 * The offer to install the app, below the content of a screen. It is shown to users who have a race, if the browser has
 * a way to install, until they decline. It appears only after the first paint (ui/after-first-paint.tsx).
 */
export function InstallOffer() {
  const { user } = useAuth()
  const way = useInstallWay()
  const dismissed = useInstallDismissed()
  const races = useRaces()
  if (!user || dismissed !== false || !races?.length || (way !== 'prompt' && way !== 'ios')) return null
  const install = async () => {
    if (!(await askToInstall())) await dismissInstall()
  }
  return (
    <aside aria-label={texts.install()} className="no-print shell pb-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-5">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-lg">{texts.installTitle()}</h2>
          {way === 'prompt' ? <p>{texts.installText()}</p> : <InstallSteps way="ios" />}
        </div>
        <div className="flex gap-2">
          {way === 'prompt' && <Button onClick={() => void install()}>{texts.install()}</Button>}
          <Button variant="quiet" onClick={() => void dismissInstall()}>
            {texts.notNow()}
          </Button>
        </div>
      </div>
    </aside>
  )
}
