import { marathonUrl } from '../../../marathon/share-marathon.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as organise from '../../../texts/compiled/organise.js'
import * as texts from '../../../texts/compiled/overview.js'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/pictures/qr-code.tsx'

/** The link of a marathon, as a code for a poster and as a text, and the way to what runners see. */
export function SharePanel({ marathon: { _id: id } }: { marathon: MarathonView }) {
  const url = marathonUrl(id)
  return (
    <section
      aria-labelledby="share"
      className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-3 self-start rounded-lg border border-line bg-surface p-4 text-center"
    >
      <h2 id="share" className="text-xl">
        {texts.shareIt()}
      </h2>
      <QrCode text={url} label={texts.code()} className="h-auto w-44 max-w-full" />
      <p dir="ltr" className="font-mono text-sm break-all select-all">
        {url}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <CopyButton text={() => url} label={organise.copyLink()} />
        <ButtonLink to="/marathons/$id" params={{ id }} variant="quiet">
          {texts.asRunners()}
        </ButtonLink>
      </div>
    </section>
  )
}
