import { readIni, type Sections } from '../cli/ini.ts'
import { absolute } from '../files.ts'
import { wordsOf } from '../resources.ts'
import type { Session } from '../session.ts'
export const configPath = ({ state }: Session) => absolute(state, state.env.AWS_CONFIG_FILE ?? '~/.aws/config')
export const credentialsPath = ({ state }: Session) =>
  absolute(state, state.env.AWS_SHARED_CREDENTIALS_FILE ?? '~/.aws/credentials')

const fileText = ({ state }: Session, path: string) =>
  Object.hasOwn(state.files, path) ? (state.files[path] ?? '') : ''

export const configSections = (session: Session): Sections => readIni(fileText(session, configPath(session)))
export const credentialSections = (session: Session): Sections => readIni(fileText(session, credentialsPath(session)))

/** Settings of a profile from both files. */
export const profileOf = (session: Session, name: string): Record<string, string> | undefined => {
  const [config, credentials] = [configSections(session).get(name), credentialSections(session).get(name)]
  return config || credentials ? { ...config, ...credentials } : undefined
}

export const profileNames = (session: Session): string[] =>
  [...new Set([...configSections(session).keys(), ...credentialSections(session).keys()])].flatMap((name) =>
    wordsOf(name).slice(0, 1),
  )
