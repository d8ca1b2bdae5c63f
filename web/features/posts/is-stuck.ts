import type { UseQueryResult } from '@tanstack/react-query'

/** The previous list is still shown, and the requested one cannot be loaded without a connection. */
export const isStuck = ({
  isPlaceholderData,
  fetchStatus,
}: Pick<UseQueryResult, 'isPlaceholderData' | 'fetchStatus'>): boolean => isPlaceholderData && fetchStatus === 'paused'
