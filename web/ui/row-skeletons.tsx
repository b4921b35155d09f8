import * as common from '../texts/compiled/common.js'
import { Skeleton } from './skeleton.tsx'

/** The shapes of `count` rows of a table or list. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className="flex animate-shimmer flex-col gap-3">
      <span role="status" className="sr-only">
        {common.loading()}
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons have no other identity
        <Skeleton key={index} className="h-14 w-full" />
      ))}
    </div>
  )
}
