import axe from 'axe-core'
import { expect } from 'vitest'

/** Both themes have the same markup, and the contrast of their colors has a test of its own. The long tests try both. */
export const themes = import.meta.env.LONG ? ['light', 'dark'] : ['dark']

/** Nothing that axe finds in a part of a page, by all its rules: the landmarks alone stand around the part. */
export async function expectAccessible(part: Element): Promise<void> {
  // What fades in has the contrast of no state that a person reads.
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  const { violations } = await axe.run(part, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([])
}
