import type { MyCourse } from '@flagyard/api-types'

/** Progress in a course, in percent. */
export const percentOf = ({ completed, required }: Pick<MyCourse, 'completed' | 'required'>): number =>
  required === 0 ? 0 : (completed / required) * 100
