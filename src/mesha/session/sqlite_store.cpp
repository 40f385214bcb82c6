// A store in one SQLite file. docs/journal_format.md has the schema.
#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "mesha/session/chain.hpp"
#include "mesha/session/store.hpp"

namespace mesha {
namespace {

constexpr int application_id = 0x6d657368;  // "mesh", in the file's header
constexpr int schema_version = 2;           // PRAGMA user_version
constexpr int patience_ms = 60'000;         // for other processes that are writing

// What takes a file from version k to k + 1.
constexpr const char* migrations[] = {
    // 0: an empty file
    "CREATE TABLE sessions(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE events(session INTEGER NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL,"
    "  hash TEXT NOT NULL, PRIMARY KEY(session, seq)) STRICT, WITHOUT ROWID;",
    // 1 did not say how long a log is, so its last events could get lost unnoticed
    "ALTER TABLE sessions ADD COLUMN events INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE sessions ADD COLUMN head TEXT NOT NULL DEFAULT '';"
    "UPDATE sessions SET events = (SELECT count(*) FROM events WHERE session = id);"
    "UPDATE sessions SET head ="
    "  coalesce((SELECT hash FROM events AS e WHERE e.session = id AND e.seq = sessions.events),"
    "           '');",
};
static_assert(std::size(migrations) == schema_version);

struct Release {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, Release>;

class Statement {
 public:
  Statement() = default;
  Statement(const Database& db, const char* sql) {
    sqlite3_stmt* prepared = nullptr;
    sqlite3_prepare_v3(db.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
    held_.reset(prepared);
  }

  // Parameters from the left; texts must live until done().
  Statement& operator<<(std::int64_t value) {
    sqlite3_bind_int64(held_.get(), ++bound_, value);
    return *this;
  }
  Statement& operator<<(std::string_view text) {
    sqlite3_bind_text64(held_.get(), ++bound_, text.data(), text.size(), SQLITE_STATIC,
                        SQLITE_UTF8);
    return *this;
  }
  int step() { return sqlite3_step(held_.get()); }
  void done() {
    sqlite3_reset(held_.get());
    sqlite3_clear_bindings(held_.get());
    bound_ = 0;
  }
  int run() {  // one that yields no rows
    const int code = step();
    done();
    return code;
  }
  std::int64_t whole(int column) const { return sqlite3_column_int64(held_.get(), column); }
  std::string_view text(int column) const {
    const auto* start = reinterpret_cast<const char*>(sqlite3_column_text(held_.get(), column));
    return {start != nullptr ? start : "",
            static_cast<std::size_t>(sqlite3_column_bytes(held_.get(), column))};
  }
  explicit operator bool() const { return held_ != nullptr; }

 private:
  std::unique_ptr<sqlite3_stmt, Release> held_;
  int bound_ = 0;
};

// For the path in a URI.
std::string escaped(const std::string& path) {
  std::string uri;
  for (const char c : path) {
    const bool special = c == '%' || c == '?' || c == '#';
    uri += special ? fmt::format("%{:02x}", c) : std::string(1, c);
  }
  return uri;
}

class SqliteStore final : public Store {
 public:
  explicit SqliteStore(std::string file) : file_(std::move(file)) {}

  Status open(Access access);
  Result<std::vector<std::string>> names() override;
  Status read(const std::string& session, std::int64_t after, const Take& take) override;
  Result<StoredEvent> last(const std::string& session) override;
  Status append(const std::string& session, std::span<const StoredEvent> events) override;
  Status exclusively(const std::function<Status()>& work) override;
  Status snapshot(const std::function<Status()>& work) override;

 private:
  // Whatever happens in between, also an exception, the transaction ends.
  struct RollBack {
    void operator()(SqliteStore* store) const {
      store->held_ = false;
      if (sqlite3_get_autocommit(store->db_.get()) == 0)
        sqlite3_exec(store->db_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
  };
  using Transaction = std::unique_ptr<SqliteStore, RollBack>;
  struct SessionRow {  // of the table sessions; id 0: there is none
    std::int64_t id = 0;
    std::int64_t events = 0;
    std::string head;
  };
  Status connect(const std::string& address, int flags);
  Status recognise(Access access);
  Status prepare(Access access);
  Status run(const char* sql);
  Result<std::int64_t> pragma(const char* sql);
  Status migrate();
  Result<SessionRow> find(const std::string& session);
  Result<SessionRow> create(const std::string& session);
  Status insert(const SessionRow& row, std::span<const StoredEvent> events);
  Error trouble(int code) const;
  Error trouble() const { return trouble(sqlite3_extended_errcode(db_.get())); }

  std::string file_;
  Database db_;  // outlives the statements
  Statement find_, read_, insert_, extend_;
  std::int64_t version_ = 0;  // of the schema
  bool held_ = false;
};

Error SqliteStore::trouble(int code) const {
  const auto say = [this](std::string_view what, ErrorKind kind = ErrorKind::unavailable) {
    return Error{fmt::format("{}: {}", file_, what), kind};
  };
  switch (code & 0xff) {
    case SQLITE_FULL:
      return say("the disk is full; nothing of this was stored. Make room and try again");
    case SQLITE_READONLY:
      return say("this file or its folder cannot be written; nothing was stored");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return say("other programs kept it busy for a minute; nothing was stored. Try again");
    case SQLITE_CANTOPEN:
      return say("it cannot be opened");
    case SQLITE_NOTADB:
      return say("this is not a store of mesha", ErrorKind::invalid);
    case SQLITE_CORRUPT:
      return say("the file is damaged; restore it from a copy", ErrorKind::corrupt);
    case SQLITE_IOERR:
      return say("reading or writing failed; the disk may be full or broken. Nothing was stored");
    default:
      return say(sqlite3_errstr(code));
  }
}

Status SqliteStore::run(const char* sql) {
  return sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK ? ok()
                                                                              : Status(trouble());
}

Result<std::int64_t> SqliteStore::pragma(const char* sql) {
  Statement statement(db_, sql);
  if (!statement || statement.step() != SQLITE_ROW) return trouble();
  return statement.whole(0);
}

Status SqliteStore::connect(const std::string& address, int flags) {
  sqlite3* opened = nullptr;
  db_.reset();
  const int code = sqlite3_open_v2(address.c_str(), &opened,
                                   flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  db_.reset(opened);
  if (code != SQLITE_OK) return trouble(code);
  sqlite3_busy_timeout(db_.get(), patience_ms);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  // FULL: a commit that was acknowledged survives a power cut.
  return run("PRAGMA synchronous = FULL");
}

Status SqliteStore::open(Access access) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file_, ignored)) return Error{file_ + " is a directory"};
  if (access != Access::create && !std::filesystem::exists(file_, ignored))
    return Error{fmt::format("there is no store {}: `mesha session new` makes one", file_),
                 ErrorKind::not_found};
  // Absolute: names such as :memory: have a meaning of their own.
  const std::string path = std::filesystem::absolute(file_, ignored).string();
  const int create = access == Access::create ? SQLITE_OPEN_CREATE : 0;
  auto connected = connect(path, SQLITE_OPEN_READWRITE | create);
  const int code = sqlite3_errcode(db_.get());
  // A read-only place and no WAL file, so no writer: open it as immutable, without locks.
  if (!connected && access == Access::read &&
      (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) &&
      !std::filesystem::exists(file_ + "-wal", ignored)) {
    connected =
        connect("file:" + escaped(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  }
  if (!connected) return connected;
  if (auto ours = recognise(access); !ours) return ours;
  if (access != Access::read && version_ < schema_version) {
    if (auto ready = migrate(); !ready) return ready;
  }
  return prepare(access);
}

// Is it a store, of a format that we know? Sets version_.
Status SqliteStore::recognise(Access access) {
  return snapshot([&]() -> Status {
    const auto version = pragma("PRAGMA user_version");
    if (!version) return version.error();
    const auto owner = pragma("PRAGMA application_id");
    if (!owner) return owner.error();
    const auto tables = pragma("SELECT count(*) FROM sqlite_schema");
    if (!tables) return tables.error();
    version_ = *version;
    const bool empty = version_ == 0 && *tables == 0;
    if (empty && access != Access::create)
      return Error{fmt::format("{} is empty: `mesha session new` makes a store", file_),
                   ErrorKind::not_found};
    if (!empty && *owner != application_id)
      return Error{file_ + ": this is a database of some other program"};
    if (version_ <= schema_version) return ok();
    return unsupported(
        fmt::format("{} has format {}, this program knows formats up to {}: use a newer "
                    "mesha",
                    file_, version_, schema_version));
  });
}

Status SqliteStore::migrate() {
  {
    // Readers and one writer do not wait for each other; stays with the file.
    Statement wal(db_, "PRAGMA journal_mode = WAL");
    if (!wal || wal.step() != SQLITE_ROW) return trouble();
    if (wal.text(0) != "wal")
      return unsupported(file_ +
                         ": this file system cannot hold a store (it has no shared memory)");
  }
  return exclusively([this]() -> Status {
    const auto now = pragma("PRAGMA user_version");  // another process may have been faster
    if (!now) return now.error();
    for (version_ = *now; version_ < schema_version; ++version_) {
      if (auto moved = run(migrations[version_]); !moved) return moved;
    }
    const std::string marks = fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                          application_id, schema_version);
    return run(marks.c_str());
  });
}

Status SqliteStore::prepare(Access access) {
  find_ =
      Statement(db_, version_ == 1 ? "SELECT id, (SELECT count(*) FROM events WHERE session = id),"
                                     "  (SELECT hash FROM events WHERE session = id"
                                     "   ORDER BY seq DESC LIMIT 1) FROM sessions WHERE name = ?"
                                   : "SELECT id, events, head FROM sessions WHERE name = ?");
  read_ = Statement(
      db_, "SELECT seq, text, hash FROM events WHERE session = ? AND seq > ? ORDER BY seq");
  if (!find_ || !read_) return trouble();
  if (access == Access::read) return ok();
  insert_ = Statement(db_, "INSERT INTO events(session, seq, text, hash) VALUES(?, ?, ?, ?)");
  extend_ = Statement(db_, "UPDATE sessions SET events = ?, head = ? WHERE id = ?");
  return insert_ && extend_ ? ok() : Status(trouble());
}

Result<std::vector<std::string>> SqliteStore::names() {
  Statement all(db_, "SELECT name FROM sessions ORDER BY id");
  std::vector<std::string> names;
  int code = SQLITE_ERROR;
  while (all && (code = all.step()) == SQLITE_ROW) names.emplace_back(all.text(0));
  if (code != SQLITE_DONE) return trouble();
  return names;
}

Result<SqliteStore::SessionRow> SqliteStore::find(const std::string& session) {
  const int code = (find_ << session).step();
  SessionRow row;
  if (code == SQLITE_ROW) row = {find_.whole(0), find_.whole(1), std::string(find_.text(2))};
  find_.done();
  if (code != SQLITE_ROW && code != SQLITE_DONE) return trouble();
  return row;
}

Result<StoredEvent> SqliteStore::last(const std::string& session) {
  const auto row = find(session);
  if (!row) return row.error();
  StoredEvent last{.seq = row->events, .hash = row->head};
  auto read_it = read(session, row->events - 1, [&last](auto, std::string_view text, auto) {
    last.text = text;
    return false;
  });
  if (!read_it) return read_it.error();
  return last;
}

Status SqliteStore::read(const std::string& session, std::int64_t after, const Take& take) {
  const auto row = find(session);
  if (!row) return row.error();
  if (row->id == 0) return ok();
  read_ << row->id << after;
  const auto reset = [](Statement* statement) { statement->done(); };
  const std::unique_ptr<Statement, decltype(reset)> at_the_end(&read_, reset);
  int code = SQLITE_DONE;
  while ((code = read_.step()) == SQLITE_ROW) {
    if (!take(read_.whole(0), read_.text(1), read_.text(2))) return ok();
  }
  return code == SQLITE_DONE ? ok() : Status(trouble(code));
}

Result<SqliteStore::SessionRow> SqliteStore::create(const std::string& session) {
  Statement add(db_, "INSERT INTO sessions(name, events, head) VALUES(?, 0, '')");
  if (!add || (add << session).step() != SQLITE_DONE) return trouble();
  return SessionRow{.id = sqlite3_last_insert_rowid(db_.get())};
}

Status SqliteStore::insert(const SessionRow& row, std::span<const StoredEvent> events) {
  for (const StoredEvent& event : events) {
    insert_ << row.id << event.seq << event.text << event.hash;
    if (const int code = insert_.run(); code != SQLITE_DONE) return trouble(code);
  }
  const int code = (extend_ << events.back().seq << events.back().hash << row.id).run();
  return code == SQLITE_DONE ? ok() : Status(trouble(code));
}

Status SqliteStore::append(const std::string& session, std::span<const StoredEvent> events) {
  if (events.empty()) return ok();
  if (!held_) return exclusively([&] { return append(session, events); });
  auto row = find(session);
  if (!row) return row.error();
  if (row->id != 0 && events.front().seq == 1)
    return Error{fmt::format("there is a session called {0} already: `mesha session status {0}` "
                             "shows it; take another name, or another --store",
                             session),
                 ErrorKind::conflict};
  if (events.front().seq != row->events + 1)
    return Error{"another writer has appended to this log meanwhile", ErrorKind::conflict};
  if (row->id == 0) row = create(session);
  if (!row) return row.error();
  return insert(*row, events);
}

Status SqliteStore::exclusively(const std::function<Status()>& work) {
  if (auto begun = run("BEGIN IMMEDIATE"); !begun) return begun;
  const Transaction until_the_end(this);
  held_ = true;
  auto done = work();
  return done ? run("COMMIT") : done;
}

Status SqliteStore::snapshot(const std::function<Status()>& work) {
  if (auto begun = run("BEGIN"); !begun) return begun;
  const Transaction until_the_end(this);
  return work();
}

}  // namespace

Result<std::unique_ptr<Store>> open_store(const std::string& address, Access access) {
  constexpr std::string_view sqlite = "sqlite:";
  if (!address.starts_with(sqlite) || address.size() == sqlite.size())
    return Error{fmt::format("a store is named sqlite:FILE, not `{}`", address.substr(0, 80))};
  auto store = std::make_unique<SqliteStore>(address.substr(sqlite.size()));
  if (auto open = store->open(access); !open) return open.error();
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace mesha
