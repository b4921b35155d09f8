import { useEffect } from 'react'

/** Sets the title of the page, for the tab, the history and screen readers. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}
