import { useEffect, useEffectEvent, useRef } from 'react'
import * as texts from '../texts/compiled/ui.js'
import { Button } from './button.tsx'

/**
 * The end of a list with more rows. It loads more before the user scrolls there. It is also a button, for users who do
 * not scroll.
 */
export function LoadMore({ onMore, label = texts.showMore() }: { onMore: () => void; label?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onMore)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), {
      rootMargin: '600px 0px',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className="flex justify-center py-8">
      <Button variant="secondary" onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
