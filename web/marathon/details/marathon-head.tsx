import type { ReactNode } from 'react'
import { Picture } from '../../ui/pictures/picture.tsx'
import { CancelledNotice } from '../cancelled-notice.tsx'

/** The look of a marathon's picture at the top of its screen. */
export const HEAD_PICTURE = { ratio: 'aspect-[2/1] sm:aspect-[21/9]', className: 'rounded-lg border border-line' }

type MarathonHeadProps = {
  marathon: { title: string; location: string; image: string; cancelled: string | null }
  /** The badges. */
  children: ReactNode
}

/** The top of a marathon's screen: picture, state, title, place, and whether it is cancelled. */
export function MarathonHead({ marathon, children }: MarathonHeadProps) {
  return (
    <>
      <Picture
        src={marathon.image}
        alt=""
        eager
        ratio={HEAD_PICTURE.ratio}
        className={`${HEAD_PICTURE.className} object-[50%_75%]`}
      />
      <div className="mt-5 flex flex-wrap gap-2">{children}</div>
      <h1 lang="" className="mt-3 text-3xl sm:text-5xl">
        <bdi>{marathon.title}</bdi>
      </h1>
      <p lang="" className="mt-2 text-lg text-ink-soft">
        <bdi>{marathon.location}</bdi>
      </p>
      <CancelledNotice marathon={marathon} />
    </>
  )
}
