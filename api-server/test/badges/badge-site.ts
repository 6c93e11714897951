import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import { entitlements } from '../../src/db/schema/index.ts'
import { pathNotFound, sendProblem } from '../../src/http/problems.ts'
import { serveForCrawlers } from '../../src/site/routes.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { makeCourse } from '../catalogue.ts'

export interface Credential {
  id: string
  name: string
  credentialSubject: { id?: string; identifier?: { identityHash: string }[]; encodedList: string }
  credentialStatus: { statusListIndex: string; statusListCredential: string }
  proof: { proofValue: string; verificationMethod: string }
}

/** Server with its public files, and a course with one lesson whose certificate expires after a year. */
export async function openBadgeSite() {
  const app: TestApp = await startTestApp()
  // The demo answers on this computer's names only.
  const deps = { ...app.deps, config: { ...app.deps.config, demo: false } }
  const site: App = await buildApp(deps, async (server) => {
    serveForCrawlers(server, deps)
    return (request, reply) => sendProblem(reply, pathNotFound(request))
  })
  const printed = {
    certificate_type: 'required' as const,
    certificate_months: 12,
    outcomes: ['Read “policies” <fast>'],
  }
  const course = await makeCourse(app.deps.db, 'aws', printed, [{ slug: 'only' }])
  const get = (url: string, host = 'localhost:3000') => site.inject({ method: 'GET', url, headers: { host } })
  const badgeOf = async (id: string): Promise<Credential> => (await get(`/api/v1/certificates/${id}/badge/json`)).json()
  return {
    app,
    get,
    badgeOf,
    jwtOf: async (id: string) => (await get(`/api/v1/certificates/${id}/badge/jwt`)).body,
    async issue(username: string, name: string) {
      const user_id = await app.idOf(username)
      const entitlement = { user_id, kind: 'course' as const, course_id: course.id, source: 'administrator' as const }
      await app.deps.db.insert(entitlements).values(entitlement)
      const learner = await app.as(username)
      await learner.completeLesson({ slug: 'aws', section_slug: 'start', lesson_slug: 'only' })
      return learner.generateCertificate({ course_id: 'aws', generateCertificatePayload: { name, type: 'required' } })
    },
    async isRevoked({ credentialStatus: { statusListCredential, statusListIndex } }: Credential) {
      const list: Credential = (await get(new URL(statusListCredential).pathname)).json()
      const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))
      expect(bits).toHaveLength(131_072 / 8)
      const index = Number(statusListIndex)
      return (bits[index >> 3]! & (0x80 >> (index & 7))) !== 0
    },
    async change(id: string, edit: { name?: string; revoked?: boolean; reason: string; preview?: string }) {
      const { version } = await app.asAdmin.getCertificateForAdmin({ id })
      return app.asAdmin.updateCertificate({ certificateEdit: { id, version, ...edit } })
    },
    async close() {
      await site.close()
      await app.close()
    },
  }
}

/** Changes one bit of a letter or digit at or after this place; undefined if nothing is left to change. */
export function flip(text: string, place: number): Credential | undefined {
  for (let at = place; at < text.length; at++) {
    const letter = text[at]!
    if (!/[a-z0-9]/i.test(letter)) continue
    const changed = text.slice(0, at) + String.fromCharCode(letter.charCodeAt(0) ^ 1) + text.slice(at + 1)
    try {
      return JSON.parse(changed)
    } catch {
      // The letter is part of an escape or a number: the next one.
    }
  }
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Changes one bit of a part of a JWT. */
export function flipJwt(jwt: string, place: number): string {
  const at = jwt[place] === '.' ? place + 1 : place
  return jwt.slice(0, at) + BASE64URL[BASE64URL.indexOf(jwt[at]!) ^ 1] + jwt.slice(at + 1)
}
