import { reloadIfReachable } from '../pwa/update-state.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Shown instead of something whose code is neither on this phone nor on the network. */
export function CodeMissing({ title }: { title: string }) {
  return (
    <div className="shell py-10">
      <Notice
        size="screen"
        kind="offline"
        title={title}
        action={<Button onClick={() => void reloadIfReachable()}>Try again</Button>}
      >
        It needs a network once. Nothing you saved is lost.
      </Notice>
    </div>
  )
}

/** Shown where somebody signs in, if the code that shows an account is missing. */
export function AccountCodeMissing() {
  return <CodeMissing title="The part of the app for accounts is not on this phone." />
}
