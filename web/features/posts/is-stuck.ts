import type { UseQueryResult } from '@tanstack/react-query'

/** Another list is still shown, and without a connection the one that was asked for does not come. */
export const isStuck = ({
  isPlaceholderData,
  fetchStatus,
}: Pick<UseQueryResult, 'isPlaceholderData' | 'fetchStatus'>): boolean => isPlaceholderData && fetchStatus === 'paused'
