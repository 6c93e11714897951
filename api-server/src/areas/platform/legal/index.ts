export { acceptPage, listAcceptances, listCurrentPages, readCurrentText, readPage, readRules } from './service.ts'
