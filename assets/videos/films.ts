import { awsFilms } from './films-aws.ts'
import { azureFilms } from './films-azure.ts'
import { gcpFilms } from './films-gcp.ts'
import type { Film } from './scenes.ts'

/** All videos. Lessons refer to a video by `name`; its length is computed from the captions. */
export const films: Film[] = [...awsFilms, ...azureFilms, ...gcpFilms]
