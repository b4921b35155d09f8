import { useEffect, useRef, useState } from 'react'
import { expected, recordError } from '../../../../contract/errors.ts'
import { PRODUCT } from '../../../../contract/limits.ts'
import { formatRaceTime } from '../../../../contract/results/race-time.ts'
import { inTime } from '../../../store/in-time.ts'
import * as texts from '../../../texts/compiled/my-results.js'
import * as resultTexts from '../../../texts/compiled/results.js'
import { LANGUAGES, language } from '../../../texts/languages.ts'
import { plainText } from '../../../texts/plain-text.ts'
import { Button } from '../../../ui/button.tsx'
import { fileName, saveFile } from '../../../ui/download-file.ts'
import { formatDay } from '../../../ui/format/format.ts'
import { DownloadIcon, PrintIcon, ShareIcon } from '../../../ui/icons/screen-icons.tsx'
import type { Finish } from '../personal-bests.ts'
import { resultFacts } from '../result-facts.ts'
import { type CertificateWords, drawCertificate, loadTypefaces, PAPER } from './draw-certificate.ts'
import './typefaces.css'
import './print.css'

/** Typefaces that are not here by then are drawn as the system has them: some networks never answer. */
const TYPEFACES_MS = 5000

/**
 * The certificate of a finish. One drawing is what is seen, shared and printed. It has the runner's own name, also where
 * the published list hides it: nobody else gets the drawing from us.
 */
export function Certificate({ result }: { result: Finish }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const words = wordsOf(result)
  const drawn = JSON.stringify(words)
  useEffect(() => {
    const words = JSON.parse(drawn) as CertificateWords
    let isShown = true
    // The picture of before a correction is not shared any more.
    setPicture(null)
    const draw = async () => {
      await inTime(loadTypefaces(words), TYPEFACES_MS, undefined).catch(() => expected('no-answer'))
      const pen = canvas.current?.getContext('2d')
      if (!isShown || !pen) return
      drawCertificate(pen, words)
      // The share sheet opens only right after a tap, so the file is there before.
      canvas.current?.toBlob((blob) => {
        const name = `${plainText(fileName(`${words.title} ${words.name}`))}.png`
        if (isShown && blob) setPicture(new File([blob], name, { type: 'image/png' }))
      }, 'image/png')
    }
    void draw().catch(recordError)
    return () => {
      isShown = false
    }
  }, [drawn])
  const canShare = picture !== null && Boolean(navigator.canShare?.({ files: [picture] }))
  return (
    <section aria-labelledby="certificate" className="certificate grid grid-cols-[minmax(0,1fr)] gap-3 print:block">
      <div className="print:hidden">
        <h2 id="certificate" className="text-xl">
          {texts.certificate()}
        </h2>
        <p className="text-sm text-ink-soft">{texts.certificateHint()}</p>
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        {canShare && (
          <Button onClick={() => void share(picture)}>
            <ShareIcon size={20} />
            {texts.share()}
          </Button>
        )}
        <Button variant="secondary" disabled={!picture} onClick={() => picture && saveFile(picture)}>
          <DownloadIcon size={20} />
          {texts.download()}
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <PrintIcon size={20} />
          {texts.print()}
        </Button>
      </div>
      <canvas
        ref={canvas}
        {...PAPER}
        role="img"
        aria-label={texts.certificateLabel({ name: words.name, title: words.title, time: words.time })}
        className="h-auto w-full max-w-md rounded-md border border-line shadow-lift"
      />
    </section>
  )
}

async function share(picture: File): Promise<void> {
  try {
    await navigator.share({ files: [picture] })
  } catch (error) {
    // Who closes the share sheet wants nothing else. Where it fails, the picture is saved.
    if (error instanceof DOMException && error.name === 'AbortError') return expected('refused')
    saveFile(picture)
  }
}

function wordsOf(result: Finish): CertificateWords {
  const { name, title, startDate, timeZone, distance, bib, time, officialAt } = result
  const number = bib === '' ? [] : [resultTexts.bibIs({ bib })]
  return {
    direction: LANGUAGES[language()].direction,
    product: PRODUCT,
    heading: texts.certificate(),
    name,
    title,
    about: [formatDay(startDate, timeZone), distance, ...number].join(' · '),
    timeLabel: texts.time(),
    time: formatRaceTime(time),
    facts: resultFacts(result),
    official: texts.officialSince({ day: formatDay(officialAt, timeZone) }),
  }
}
