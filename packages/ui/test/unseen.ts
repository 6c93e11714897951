import { beforeAll } from 'vitest'

// Painting the pages of tests in software takes processor time, and no one looks at them. Opacity 0 skips painting but not layout or hit testing.
// It is set on the frame around the page, so that it does not affect the page's own styles or axe.
beforeAll(() => {
  const around = window.frameElement as HTMLElement | null
  around?.style.setProperty('opacity', '0')
})
