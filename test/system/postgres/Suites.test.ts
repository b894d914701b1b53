// The suites that hold on both databases, on the server.
import "../../Cli/Copy.test.ts"
import "../../Database/Installation.test.ts"
import "../../Ledger/AuditTrail.test.ts"
import "../../Ledger/EachDatabase.test.ts"
import "../../Outbox.test.ts"
import "../../People.test.ts"
