import { useNavigate } from 'react-router'

/** Goes back, or to `otherwise` if this was the first page opened. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate()
  return () => {
    // The router numbers its history entries in this tab.
    const entry = (window.history.state as { idx?: number } | null)?.idx ?? 0
    void (entry > 0 ? navigate(-1) : navigate(otherwise, { replace: true }))
  }
}
