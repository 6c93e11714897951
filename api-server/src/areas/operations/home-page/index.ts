export { readHomePage } from './service.ts'
