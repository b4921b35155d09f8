import { useEffect, useRef } from 'react'

/** An error of the whole form. It is announced and scrolled into view when it appears. */
export function FormError({ children }: { children: string }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (children) box.current?.scrollIntoView({ block: 'center' })
  }, [children])
  return (
    <p
      ref={box}
      role="alert"
      className="rounded-md border-s-4 border-danger bg-danger-tint px-4 py-3 font-semibold text-danger empty:hidden"
    >
      {children}
    </p>
  )
}
