import * as common from '../texts/compiled/common.js'

/**
 * A grey bar that stands for coming text. Classes set its size. What is around it shimmers, and not each bar: the browser
 * makes a layer of its own for each element that is animated.
 */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-closed-tint ${className}`} />
}

/** The grid of a list of marathon cards, shown or loading. */
export const CARD_GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'

/** The shape of a marathon card that is loading. */
function CardSkeleton() {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="animate-shimmer">
        <Skeleton className="aspect-[16/10] w-full rounded-none" />
        <div className="flex flex-col gap-3 p-4">
          <div className="flex items-center justify-between border-b-2 border-line pt-5 pb-10">
            <Skeleton className="h-7 w-32" />
            <Skeleton className="h-7 w-14" />
          </div>
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-5/6" />
          <Skeleton className="mt-1 h-7 w-2/3 rounded-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      </div>
    </div>
  )
}

/** The shapes of `count` cards. Screen readers announce them once, as loading. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <>
      <span role="status" className="sr-only">
        {common.loading()}
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons have no other identity
        <CardSkeleton key={index} />
      ))}
    </>
  )
}
