import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'

type NoticeKind = 'offline' | 'failed' | 'empty'

const DRAWINGS: Record<NoticeKind, string> = {
  offline: '/drawings/offline.svg',
  failed: '/drawings/failed.svg',
  empty: '/drawings/empty.svg',
}

type NoticeProps = {
  /** The kind sets the drawing and the colour. Offline, failed and empty must look different. */
  kind: NoticeKind
  title: string
  children?: ReactNode
  /** A button, such as "Try again". */
  action?: ReactNode
  /** `line` is above content that is shown anyway; `block` replaces a part of the screen; `screen` all of it. */
  size?: 'block' | 'line' | 'screen'
}

/** Tells why content is missing, and what the user can do. */
export function Notice({ kind, title, children, action, size = 'block' }: NoticeProps) {
  if (size === 'line') {
    const tone = kind === 'failed' ? 'border-danger bg-danger-tint' : 'border-edge bg-surface'
    return (
      <div
        role="status"
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-s-4 px-4 py-2 text-sm ${tone}`}
      >
        <p className="min-w-0 flex-1 basis-48">
          <strong className="font-semibold">{title}</strong> {children}
        </p>
        {action}
      </div>
    )
  }
  const Title = size === 'screen' ? 'h1' : 'p'
  return (
    <div role="status" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-10 text-center">
      <Drawing src={DRAWINGS[kind]} width={200} height={120} className="h-30 w-50" />
      <Title className="font-display text-xl font-bold">{title}</Title>
      {children && <div className="text-ink-soft">{children}</div>}
      {action}
    </div>
  )
}
