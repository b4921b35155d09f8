import { FILLED_IN } from '../../../contract/public-marathons.ts'
import { HEAD_PICTURE } from '../../marathon/details/marathon-head.tsx'
import { MarathonLayout } from '../../marathon/details/marathon-layout.tsx'
import { COUNTDOWN_SIZE } from '../../ui/format/countdown-parts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * The shape of a public page that is still to come. The build renders it too, and the worker fills in the picture, the
 * title and the place.
 */
export function LoadingPage() {
  return (
    <div aria-hidden="true">
      <MarathonLayout
        head={
          <>
            <img
              {...{ [FILLED_IN]: 'image' }}
              alt=""
              fetchPriority="high"
              referrerPolicy="no-referrer"
              className={`block w-full bg-closed-tint object-cover object-[50%_75%] ${HEAD_PICTURE.ratio} ${HEAD_PICTURE.className}`}
            />
            <Skeleton className="mt-5 h-[1.59375rem] w-44" />
            <h1 lang="" className="mt-3 text-3xl sm:text-5xl">
              <bdi {...{ [FILLED_IN]: 'title' }}>
                <Skeleton className="h-9 w-4/5 sm:h-13" />
              </bdi>
            </h1>
            <p lang="" className="mt-2 text-lg text-ink-soft">
              <bdi {...{ [FILLED_IN]: 'location' }}>
                <Skeleton className="h-7 w-1/2" />
              </bdi>
            </p>
          </>
        }
        beside={
          <div className="flex flex-wrap items-center justify-between gap-4 max-lg:border-y-2 max-lg:border-ink max-lg:py-5">
            <Skeleton className="h-32 w-32" />
            <span style={{ width: COUNTDOWN_SIZE, height: COUNTDOWN_SIZE }} className="rounded-full bg-closed-tint" />
          </div>
        }
        action={<Skeleton className="h-13 w-full" />}
      >
        <Skeleton className="h-40 w-full" />
      </MarathonLayout>
    </div>
  )
}
