export { cancelDeletion } from './deletion.ts'
