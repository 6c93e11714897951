export { followBrand } from './service.ts'
