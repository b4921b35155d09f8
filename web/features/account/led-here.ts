import { LINK_PATHS } from '../../page.ts'

/** The id of the marathon that a path is about; undefined for any other path. */
export function marathonOf(path: string): string | undefined {
  const id = path.match(/^\/(?:e|marathons?)(?:\/registration)?\/([^/?#]+)(?:[?#]|$)/)?.[1]
  return id === undefined || id === 'registration' ? undefined : decodeURIComponent(id)
}

/** Does `WhyLogin` have words for a login that led here from this path? */
export function hasReason(path: string): boolean {
  return LINK_PATHS.some((one) => one === path) || marathonOf(path) !== undefined
}
