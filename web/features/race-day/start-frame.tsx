import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as texts from '../../texts/compiled/race-day.js'
import './start.css'

/** The page of start-line mode if there is no race to show. */
export function StartFrame({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="start-line flex min-h-dvh flex-col items-center justify-center gap-5 px-6 text-center text-xl">
      <h1 className="text-4xl">{title}</h1>
      {children}
      <Link to="/" className="flex min-h-11 items-center underline underline-offset-4">
        {texts.home()}
      </Link>
    </div>
  )
}
