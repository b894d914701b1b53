import type { Announcement } from "../MessageFacts.ts"
import type { Observer } from "../Observer.ts"

type Row = ReturnType<Observer["newMessages"]>[number]

/** A message that was posted to one or more chats at once. */
interface Post {
  readonly announcement: Announcement
  readonly created_at: number
  readonly chats: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}

/** Consecutive rows with the same text for different chats are one post. */
export const postsOf = (found: ReadonlyArray<Row>): ReadonlyArray<Post> => {
  const posts: Array<Array<Row>> = []
  for (const row of found) {
    const last = posts.at(-1)
    const isSame = last !== undefined && last[0]?.text === row.text && last[0]?.created_at === row.created_at &&
      last.every(({ chat }) => chat !== row.chat)
    if (isSame) last.push(row)
    else posts.push([row])
  }
  return posts.flatMap((rows) =>
    rows.slice(0, 1).map(({ announcement, created_at }) => ({ announcement, created_at, chats: rows.map(({ chat }) => chat), rows }))
  )
}
