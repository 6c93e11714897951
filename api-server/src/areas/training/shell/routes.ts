import { Readable } from 'node:stream'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { attachment } from '../../../http/files.ts'
import { answerLabDefense, answerRehearsalDefense, readLabDefense, readRehearsalDefense } from './defense.ts'
import * as rehearsals from './rehearsals.ts'
import * as shell from './service.ts'
import { listMissingCommands } from './service.ts'

export function shellRoutes(api: Api) {
  handle(api, 'getShell', ({ deps, user, params }) => shell.readShell(deps, user, params.id))
  handle(api, 'runShellLine', ({ deps, user, params, body }) => shell.runShellLine(deps, user, params.id, body.line))
  handle(api, 'completeShellLine', ({ deps, user, params, body }) =>
    shell.completeShellLine(deps, user, params.id, body.line),
  )
  handle(api, 'downloadShellFile', async ({ deps, user, params, body, reply }) => {
    const { name, text } = await shell.readShellFile(deps, user, params.id, body.path)
    reply.type('application/octet-stream').header('content-disposition', attachment(name))
    return Readable.from([text], { objectMode: false })
  })
  handle(api, 'getLabDefense', ({ deps, user, params }) => readLabDefense(deps, user, params.slug))
  handle(api, 'answerLabDefense', ({ deps, user, params, body }) => answerLabDefense(deps, user, params.slug, body))
  handle(api, 'startRehearsal', ({ deps, user, body, address }) => rehearsals.startRehearsal(deps, user, body, address))
  handle(api, 'runRehearsalLine', ({ deps, body: { key, line }, ...caller }) =>
    rehearsals.runRehearsalLine(deps, caller, key, line),
  )
  handle(api, 'completeRehearsalLine', ({ deps, body: { key, line }, ...caller }) =>
    rehearsals.completeRehearsalLine(deps, caller, key, line),
  )
  handle(api, 'checkRehearsalFlag', ({ deps, body }) => rehearsals.checkRehearsalFlag(deps, body.key, body.flag))
  handle(api, 'readRehearsalDefense', ({ deps, body }) => readRehearsalDefense(deps, body.key))
  handle(api, 'answerRehearsalDefense', ({ deps, body: { key, ...answer } }) =>
    answerRehearsalDefense(deps, key, answer),
  )
  handle(api, 'endRehearsal', ({ deps, body }) => rehearsals.endRehearsal(deps, body.key))
}

export function shellAdminRoutes(api: Api) {
  handle(api, 'listMissingCommands', ({ deps, params }) => listMissingCommands(deps, params.slug))
}
