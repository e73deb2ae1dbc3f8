import { type DatabaseConnection, type Kysely, Transaction } from 'kysely'

/**
 * A transaction on this connection whose statements are sent in the order in which they are started. Kysely's own sends
 * a statement when the one before has been answered.
 */
export function sendingAtOnce<Database>(
  db: Kysely<Database>,
  connection: DatabaseConnection,
  isOpen: () => boolean = () => true,
) {
  const executor = db.getExecutor().withConnectionProvider({
    provideConnection: use => {
      if (!isOpen()) throw new Error('the transaction has ended')
      return use(connection)
    },
  })
  const unused = {} as never // a transaction cannot open another
  return new Transaction<Database>({ config: unused, driver: unused, dialect: unused, executor })
}
