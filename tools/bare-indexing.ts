import { dirname, relative } from 'node:path'
import {
  type ElementAccessExpression,
  type Expression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { isAsExpression, isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is'
import { API, type Type, TypeFlags, type UnionType } from 'typescript/unstable/sync'

/** An entry read by a name that may be any text. */
interface BareIndexing {
  /** Path from the folder of the configuration. */
  path: string
  line: number
}

/** Text that the types do not narrow to known names; a cast to them narrows nothing. */
const isAnyText = (type: Type | undefined): boolean =>
  type !== undefined &&
  ((type.flags & TypeFlags.String) !== 0 ||
    ((type.flags & TypeFlags.Union) !== 0 && (type as UnionType).getTypes().some(isAnyText)))

const beforeCast = (name: Expression): Expression => (isAsExpression(name) ? beforeCast(name.expression) : name)

const isWritten = (node: Node): boolean =>
  isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === SyntaxKind.EqualsToken

function readsIn(source: SourceFile): ElementAccessExpression[] {
  const found: ElementAccessExpression[] = []
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node) && !isWritten(node)) found.push(node)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/**
 * Where sources of a TypeScript project, those whose path from its configuration fits, read the entry of an object by a name that the
 * compiler knows as any text: what every object inherits would be an entry, too. What is only written is left out, and so are
 * values of type `unknown`, which must be looked at before they are used.
 */
export function bareIndexings(config: string, fits: (path: string) => boolean): BareIndexing[] {
  const api = new API({ cwd: dirname(config) })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} is no project`)
    const { program, checker } = project
    const reads = program.getSourceFileNames().flatMap((name) => {
      const path = relative(dirname(config), name)
      const source = fits(path) ? program.getSourceFile(name) : undefined
      return source ? readsIn(source).map((node) => ({ path, source, node })) : []
    })
    const names = checker.getTypeAtLocation(reads.map(({ node }) => beforeCast(node.argumentExpression)))
    const values = checker.getTypeAtLocation(reads.map(({ node }) => node))
    return reads
      .filter((_, i) => isAnyText(names[i]) && ((values[i]?.flags ?? 0) & TypeFlags.Unknown) === 0)
      .map(({ path, source, node }) => ({
        path,
        line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      }))
  } finally {
    api.close()
  }
}
