import { beforeAll } from 'vitest'

// The pages of tests are not watched. They are laid out, and the mouse hits what it points at, but nothing is drawn, which would be in software and
// for each change. The opacity is that of the frame around the page, so that axe and the styles of the page know nothing of it.
beforeAll(() => {
  const around = window.frameElement as HTMLElement | null
  around?.style.setProperty('opacity', '0')
})
