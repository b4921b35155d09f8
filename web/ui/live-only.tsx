import { type ComponentPropsWithoutRef, createElement } from 'react'

type Tag = 'div' | 'li' | 'section' | 'p' | 'h2' | 'dd' | 'span'
type LiveOnlyProps<T extends Tag> = { as: T } & ComponentPropsWithoutRef<T>

/**
 * Content that is true only for a moment: a countdown, a state, a count. A kept screen (web/first-paint) leaves its
 * space empty until the app is there.
 */
export function LiveOnly<T extends Tag>({ as, ...props }: LiveOnlyProps<T>) {
  return createElement(as, { 'data-live': '', ...props })
}
