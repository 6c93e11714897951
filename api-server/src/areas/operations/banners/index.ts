export { listShownBanners } from './service.ts'
