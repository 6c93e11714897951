export { proveCloud } from './proof.ts'
