import '@flagyard/ui/base.css'
import { beforeEach } from 'vitest'
import { setVat } from './vat.ts'

beforeEach(() => {
  setVat('included')
  localStorage.clear()
  sessionStorage.clear()
})
