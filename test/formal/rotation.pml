/*
 * Code exchange, rotation with leeway, family revocation and revocation, step by step as the service takes them.
 *
 * Two servers work on one database and keep nothing in memory between requests. Every act is: read, judge, write one
 * guarded batch, answer (src/storage/database.ts). Between any two of these the clock may tick and the server may crash, and
 * an answer may be lost. Two tabs of one application share what they hold. A thief has seen every token and the code, and
 * presents them with stolen credentials or with those of an application of its own. Nobody waits for anybody: whoever asks
 * is modelled by the request that a server is about to take, so two of them are under way at any time.
 *
 * test/formal/main.ts runs this with spin. The comments name the function each step stands for. The invariants I1, I2, I3,
 * I7 and I8 are those of SECURITY-CASES §4.2, as SPEC D5 reads them.
 *
 * REQUESTS, PAIRS and LAST_SECOND are the scope; STARTED begins behind the first exchange. Broken services must be caught:
 *   CHECK_THEN_MINT   exchanges a code by what was read, without the condition of the write;
 *   CHECK_THEN_RENEW  renews a pair likewise;
 *   CHECK_THEN_USE    takes an access token likewise;
 *   STRICT            knows no leeway: every second refresh with a token is theft;
 *   REMEMBERED        judges by what this server read at an earlier request.
 * And each LANDMARK must be reached, or the rest would prove nothing.
 */

#ifndef REQUESTS
#define REQUESTS 4
#endif
#ifndef PAIRS
#define PAIRS 4
#endif
#ifndef LAST_SECOND
#define LAST_SECOND 2
#endif
#ifndef LANDMARK
#define LANDMARK 0
#endif
#define landmark(number) assert(LANDMARK != number)
#define LEEWAY 1
#define NONE 15
#define MOST_ATTEMPTS 2
#define THIEF 2

mtype = { exchange, refresh, use, revoke };

typedef Pair {
  byte parent = NONE;     /* parent_id */
  byte issued;            /* issued_at */
  byte superseded = NONE; /* superseded_at */
  bit used;               /* used_at: whether */
  bit renewed;            /* renewed_at: whether */
  bit revoked             /* revoked_at: whether */
}

/* The database: one code, and the family that may come of it. */
Pair row[PAIRS];
bit family_revoked;
#ifdef STARTED
#define ONE_IF_STARTED 1
byte held = 0;
#else
#define ONE_IF_STARTED 0
byte held = NONE; /* the pair that both tabs find in their storage */
#endif
byte pairs = ONE_IF_STARTED; /* How many rows there are, and the number of the next (src/world.ts: nextId). */
bit redeemed = ONE_IF_STARTED;

byte now;
byte requests;

/* Ghosts: what happened, noted apart from the rows, for the invariants alone. */
bit exchanged = ONE_IF_STARTED; /* an exchange was committed */
byte first_use[PAIRS] = NONE; /* when a successor of this pair was first used, by the clock of that batch */
bit outlived[PAIRS];          /* lay unused for longer than the leeway when its parent bore another child */
bit told_over;                /* a revocation was answered, or a replay, or a theft */
bit told_used[PAIRS];         /* a request with a successor's access token was answered */

/* src/storage/tables/tokens/pairs.ts: supersedePair */
inline supersede(which, when) {
  if
  :: which != NONE && row[which].superseded == NONE -> row[which].superseded = when
  :: else
  fi
}

/* For the ghosts: this pair is used, so the time of its parent ends. */
inline note_use(which, when) {
  if
  :: row[which].parent != NONE && first_use[row[which].parent] == NONE -> first_use[row[which].parent] = when
  :: else
  fi
}

/* src/tokens/issue.ts: issuePair; src/storage/tables/tokens/pairs.ts: insertPair */
inline insert(above, when) {
  row[pairs].parent = above;
  row[pairs].issued = when;
  p = pairs;
  pairs++
}

/* An honest client: it presents what it holds, and where it learned nothing it tries again, or does not. Whatever else a
 * tab may do, the thief below does too, with the same effect. */
inline ask_as_tab() {
  honest = 1;
  own = 1;
  if
  :: held == NONE -> act = exchange
  :: held != NONE -> act = refresh; p = held
  fi
}

/* Whoever has seen everything: any pair, the code, and perhaps the credentials. */
inline ask_as_thief() {
  if
  :: act = exchange; own = 1
  :: pairs > 0 -> act = revoke; own = 1
  :: pairs > 0 -> act = use; select(p : 0 .. pairs - 1)
  :: pairs > 0 -> act = refresh; own = 1; select(p : 0 .. pairs - 1)
  /* With an application of its own. */
  :: act = exchange
  :: pairs > 0 -> act = refresh
  :: pairs > 0 -> act = revoke
  fi
}

/* READ, in one statement: src/storage/tables/tokens/codes.ts: findCode; src/storage/tables/tokens/pairs.ts: findTokenRecord. */
inline read() {
  seen_redeemed = redeemed;
  seen_used = row[p].used;
  seen_renewed = row[p].renewed;
  seen_revoked = row[p].revoked;
  seen_superseded = row[p].superseded;
#ifdef REMEMBERED
  if
  :: !remembers -> remembers = 1; seen_over = family_revoked
  :: else
  fi
#else
  seen_over = family_revoked
#endif
}

/* What was read and has been judged is of no further interest. */
inline forget_read() {
  seen_redeemed = 0; seen_revoked = 0; seen_superseded = 0;
#ifndef REMEMBERED
  seen_over = 0
#endif
}

active [2] proctype Server() {
  mtype act;
  byte p, above, at, tries, each;
  bit honest, own, late, dead;
  bit seen_over, seen_redeemed, seen_used, seen_renewed, seen_revoked;
  byte seen_superseded;
#ifdef REMEMBERED
  bit remembers;
#endif

end:
  atomic {
    requests < REQUESTS -> requests++;
    if
    :: ask_as_tab()
    :: ask_as_thief()
    fi;
    /* I3: what was over before this request began may never be accepted by it. */
    late = told_over;
    dead = (act == use && told_used[p]);
    read()
  }

judge: /* JUDGE, and sample the clock for the batch (src/world.ts: now). */
  if
  :: goto crashed
  :: atomic {
       at = now;
       if
       :: act == use -> goto judge_use
       /* RFC 7009 §2.2: another client's token is left alone without a word (src/tokens/revoke.ts: revokeToken). */
       :: act == revoke && (!own || seen_over) -> goto accepted
       :: act == revoke && own && !seen_over -> goto write_revoke
       /* src/protocol/tokens/code.ts: judgeCode, code_of_another_client; src/grants/refresh-token.ts: redeemOnce */
       :: act != use && act != revoke && !own -> goto refused
       :: act == exchange && own && seen_redeemed -> goto replayed
       :: act == exchange && own && !seen_redeemed -> goto write_exchange
       :: act == refresh && own -> goto judge_refresh
       fi
     }
  fi;

judge_use: /* src/tokens/inspect.ts: useAccess, markFirstUse; src/protocol/tokens/liveness.ts: accessLiveUntil */
  atomic {
    if
    :: seen_over || seen_revoked || seen_superseded != NONE ->
       assert(family_revoked || outlived[p] || first_use[p] != NONE); /* I1 */
       goto refused
    :: else
    fi;
    forget_read();
    if
    :: seen_used || row[p].parent == NONE -> goto accepted
    :: else -> goto write_use
    fi
  }

judge_refresh: /* src/protocol/tokens/rotation.ts: judgeRefresh */
  atomic {
    if
    :: seen_over || seen_revoked ->
       /* I1: what was answered dies by a cause that SPEC D5 knows, or not at all. */
       assert(family_revoked || outlived[p]);
       goto refused
    :: else
    fi;
    if
#ifdef STRICT
    :: seen_renewed -> goto reused
#else
    :: seen_superseded != NONE && at >= seen_superseded + LEEWAY -> goto reused
#endif
    :: else -> forget_read(); goto write_refresh
    fi
  }

write_use: /* src/storage/tables/tokens/pairs.ts: usePair, a guard, and supersedePair */
  if
  :: goto crashed
  :: atomic {
       true; /* So that the `else` below belongs to its own question. */
       if
#ifndef CHECK_THEN_USE
       :: row[p].used || row[p].revoked -> goto stale
#endif
       :: else
       fi;
       assert(!row[p].revoked); /* I3: what ended in between is not used. */
       row[p].used = 1;
       supersede(row[p].parent, at);
       note_use(p, at);
       goto accepted
     }
  fi;

write_exchange: /* src/grants/authorization-code.ts: exchangeCode; src/storage/tables/tokens/codes.ts: redeemCode, a guard */
  if
  :: goto crashed
  :: atomic {
       true;
       if
#ifndef CHECK_THEN_MINT
       :: redeemed -> goto stale
#endif
       :: pairs == PAIRS -> goto crashed /* the edge of the scope */
       :: else
       fi;
       assert(!exchanged); /* I2: of all exchanges of one code, one is ever committed. */
       exchanged = 1;
       redeemed = 1;
       insert(NONE, at); /* src/tokens/issue.ts: issueFamily */
       goto accepted
     }
  fi;

write_refresh: /* src/grants/refresh-token.ts: renew; src/storage/tables/tokens/pairs.ts: renewPair, a guard */
  if
  :: goto crashed
  :: atomic {
       true;
       if
#ifndef CHECK_THEN_RENEW
       :: row[p].revoked || (row[p].superseded != NONE && at >= row[p].superseded + LEEWAY) -> goto stale
#endif
       :: pairs == PAIRS -> goto crashed /* the edge of the scope */
       :: else
       fi;
       /* I2, I7: a second leaf grows only while no successor was used, or within the leeway after that. */
       assert(first_use[p] == NONE || at < first_use[p] + LEEWAY);
       assert(!row[p].revoked);
       if
       :: row[p].renewed && first_use[p] != NONE -> landmark(5) /* a retry within the leeway */
       :: else
       fi;
       row[p].renewed = 1;
       row[p].used = 1;
       if
       :: !seen_used -> supersede(row[p].parent, at)
       :: else
       fi;
       note_use(p, at);
       /* src/storage/tables/tokens/pairs.ts: revokeUnusedSiblings, which only a retry asks for */
       each = 0;
       do
       :: each < pairs ->
          if
          :: row[each].parent == p && !row[each].used && row[each].issued + LEEWAY < at ->
             outlived[each] = 1;
             if
             :: seen_renewed -> landmark(3); row[each].revoked = 1
             :: else
             fi
          :: else
          fi;
          each++
       :: else -> break
       od;
       each = 0;
       /* What the row of the parent says of its end is what happened. */
       above = row[p].parent;
       assert(above == NONE || row[above].superseded == first_use[above]);
       insert(p, at);
       goto accepted
     }
  fi;

write_revoke: /* src/tokens/revoke.ts: endTokens; src/storage/tables/tokens/families.ts: revokeFamily, here as a guard */
  if
  :: goto crashed
  :: atomic {
       true;
       if
       :: family_revoked -> goto stale
       :: else -> family_revoked = 1; goto accepted
       fi
     }
  fi;

replayed: /* src/grants/authorization-code.ts: endReplayedFamily; RFC 6749 §4.1.2 */
  if
  :: goto crashed
  :: atomic {
       landmark(1);
       assert(exchanged); /* I8: a replay is the second use of a code, never the first. */
       family_revoked = 1;
       goto over
     }
  fi;

reused: /* src/grants/refresh-token.ts: endReusedFamily; RFC 9700 §4.14.2 */
  if
  :: goto crashed
  :: atomic {
       /* I8: theft is what SPEC D5 calls so: a successor was used, and the leeway after that has passed. */
       landmark(2);
       assert(first_use[p] != NONE && at >= first_use[p] + LEEWAY);
       family_revoked = 1;
       goto over
     }
  fi;

stale: /* src/storage/database.ts: attempt; after the last one the caller learns as little as after a crash. */
  atomic {
    landmark(4);
    tries++;
    if
    :: tries == MOST_ATTEMPTS -> goto crashed
    :: else -> read(); goto judge
    fi
  }

over:
  atomic {
    if
    :: told_over = 1 /* The refusal arrives, */
    :: true          /* or it is lost. */
    fi;
    goto crashed
  }

accepted:
  atomic {
    assert(act == revoke || !late); /* I3 */
    assert(!dead);
    if
    :: true /* The batch is on stable storage, and nobody is told. */
    :: act == revoke && own -> told_over = 1
    :: act == use && row[p].parent != NONE -> told_used[row[p].parent] = 1
    :: (act == exchange || act == refresh) && honest -> held = p
    fi
  }

refused: /* Nothing is kept from one request to the next, so a crash is no different from an end. */
crashed:
  atomic {
    act = 0; p = 0; above = 0; at = 0; tries = 0; honest = 0; own = 0; late = 0; dead = 0;
    seen_used = 0; seen_renewed = 0;
    forget_read();
    goto end
  }
}

active proctype Clock() {
end:
  do
  :: now < LAST_SECOND -> now++
  od
}
