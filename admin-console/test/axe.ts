import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * Both themes have the same markup, and a separate test checks the contrast of their colours. The long tests try
 * both.
 */
export const themes = import.meta.env.LONG ? ['light', 'dark'] : ['dark']

/** Runs all axe rules on a part of a page, except those about landmarks. */
export async function expectAccessible(part: Element): Promise<void> {
  // Elements that are fading in do not have their final contrast yet.
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  const { violations } = await axe.run(part, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([])
}
