import { useFormState } from 'react-hook-form'
import type { Api } from '../providers/api.ts'
import { useCall } from './useCall.ts'

/** Runs a form's dry run while it is filled in. Disabled during the submit: the refresh that follows would preview a change that was just made. */
export function useDryRun<C extends keyof Api>(name: C, input: Parameters<Api[C]>[0], isAsked = true) {
  const { isSubmitting } = useFormState()
  return useCall(name, input, { enabled: isAsked && !isSubmitting, staleTime: 0 })
}
