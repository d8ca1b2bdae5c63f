import { useNavigate } from 'react-router'

/** Leads to the previous screen, or to `otherwise` when this one was the first that was opened. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate()
  return () => {
    // The router numbers the entries that it has made in this tab.
    const entry = (window.history.state as { idx?: number } | null)?.idx ?? 0
    void (entry > 0 ? navigate(-1) : navigate(otherwise, { replace: true }))
  }
}
