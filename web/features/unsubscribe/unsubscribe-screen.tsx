import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { Problem } from '../../../contract/problem.ts'
import { stopMails } from '../../calls/mails.ts'
import * as texts from '../../texts/compiled/own-mail.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const route = getRouteApi('/unsubscribe/$token')

/**
 * The screen that the link of a mail leads to. It stops mails by a tap alone, because programs open the links of mails
 * too. Nobody needs to be signed in.
 */
export function UnsubscribeScreen() {
  useDocumentTitle(texts.stopTitle())
  const { token } = route.useParams()
  const [state, setState] = useState<'asked' | 'stopping' | 'stopped' | 'not-valid' | 'failed'>('asked')
  const stop = async () => {
    setState('stopping')
    try {
      await stopMails(token)
      setState('stopped')
    } catch (error) {
      const isRefused = error instanceof Problem && error.code === 'NOT_FOUND'
      if (!isRefused) recordError(error)
      setState(isRefused ? 'not-valid' : 'failed')
    }
  }
  const account = (
    <ButtonLink to="/dashboard/account" variant="secondary">
      {texts.yourAccount()}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={texts.stopTitle()} />
      <div className="shell max-w-3xl! py-8 sm:py-12">
        {state === 'not-valid' ? (
          <Notice kind="empty" title={texts.stopNotValid()} action={account}>
            {texts.stopNotValidText()}
          </Notice>
        ) : state === 'stopped' ? (
          <div role="status" className="grid justify-items-start gap-4">
            <h2 className="text-xl">{texts.stopped()}</h2>
            <p>{texts.stillComes()}</p>
            <p>{texts.stoppedText()}</p>
            {account}
          </div>
        ) : (
          <div className="grid justify-items-start gap-4">
            <h2 className="text-xl">{texts.stopQuestion()}</h2>
            <p>{texts.stillComes()}</p>
            <FormError>{state === 'failed' ? texts.stopFailed() : ''}</FormError>
            <Button pending={state === 'stopping'} pendingLabel={texts.stopping()} onClick={() => void stop()}>
              {texts.stopThem()}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
