import { defineConfig } from 'vitest/config'
import { inChromium } from '../../vitest.browser.ts'

export default defineConfig(inChromium('ui'))
