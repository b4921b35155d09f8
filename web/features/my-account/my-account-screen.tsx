import { useAuth } from '../../session/auth-context.tsx'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/my-account.js'
import { BackLink } from '../../ui/back-link.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { EditProfile } from './edit-profile.tsx'
import { LogOutEverywhere } from './log-out-everywhere.tsx'
import { WhatReachesYou } from './what-reaches-you.tsx'

/**
 * The screen of the signed-in account: who it is, its name and photo, its data, the end of its sessions, and its
 * deletion.
 */
export function MyAccountScreen() {
  useDocumentTitle(texts.title())
  const { user } = useAuth()
  if (!user) return null
  return (
    <>
      <InnerHeader title={texts.title()} back={<BackLink to="/">{common.home()}</BackLink>} />
      <div className="flex max-w-2xl items-center gap-4 border-y border-line py-4">
        <Avatar name={user.displayName || user.email} src={user.photoURL} size={56} />
        <p className="min-w-0">
          <strong className="block font-semibold break-words">{user.displayName || texts.withoutName()}</strong>
          <span className="break-words text-ink-soft">{user.email}</span>
        </p>
      </div>
      <EditProfile />
      <WhatReachesYou />
      <DownloadData />
      <LogOutEverywhere />
      <DeleteAccount />
    </>
  )
}
