import { expect, test } from 'vitest'
import { open } from '../../../test/app.tsx'

const lab = {
  slug: 'role',
  title: 'The wrong role',
  difficulty: 'beginner',
  cloud: 'aws',
  price: { amount: 2900, currency: 'EUR' },
  duration_minutes: 120,
  flags: 3,
}

// In a file of its own: the renderer of the text is loaded once, and the other tests of the catalogue may have loaded it already.
test('the offer of a lab appears together with its text, which would otherwise push it away from under the pointer', async () => {
  const offered = new Promise<string>((resolve) => {
    const observer = new MutationObserver(() => {
      const text = document.querySelector('dialog')?.textContent
      if (!text?.includes('Sign in to buy')) return
      observer.disconnect()
      resolve(text)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  const details = {
    ...lab,
    description: 'A **trust** policy.',
    extensions: 1,
    extension_minutes: 30,
    resets: 3,
    access_days: 90,
  }
  await open('/courses?lab=role', {
    answers: { listCourses: [], listLabs: [lab], listPublicExams: [], getLab: details },
  })
  expect(await offered).toContain('A trust policy.')
})
