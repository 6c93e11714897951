import '@flagyard/ui/base.css'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'

beforeEach(async () => {
  await page.viewport(1280, 860)
  localStorage.clear()
  sessionStorage.clear()
})
