import { useFormState } from 'react-hook-form'
import type { Api } from '../providers/api.ts'
import { useCall } from './useCall.ts'

/**
 * What a form would do, asked while it is filled in. Not while it is sent: what follows reads the page anew, and would ask about what has
 * just been done.
 */
export function useDryRun<C extends keyof Api>(name: C, input: Parameters<Api[C]>[0], isAsked = true) {
  const { isSubmitting } = useFormState()
  return useCall(name, input, { enabled: isAsked && !isSubmitting, staleTime: 0 })
}
