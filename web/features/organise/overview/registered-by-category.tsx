import { CategoryCounts } from '../../../marathon/categories/category-counts.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import { useEntrants } from '../../../store/rows/entrants.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Who is registered, by category. The entrants are read once somebody asks for it. */
export function RegisteredByCategory({ marathon }: { marathon: MarathonView }) {
  const entrants = useEntrants(marathon._id)
  return entrants ? <CategoryCounts marathon={marathon} entrants={entrants.filter(hasPlace)} /> : <Skeleton />
}
