/*
 * An FMI 2.0 co-simulation unit over `hawser serve`: starts the program on the scenario in its resources, speaks the protocol of
 * docs/protocol.md over a WebSocket on this machine, and does a step of the master as one `stepTo`. Numbers travel as text with 17
 * digits, so they arrive as the same bits. C99 with POSIX sockets (Linux, macOS); needs no other file.
 *
 * resources/unit.txt, a word and the rest of the line: `arg` words of the command, `file` the scenario, `out` a channel, `body` a body led
 * from outside, `target` a set-point, `push` a body that is pushed. Value references count in this order: outputs from 0; 13 numbers a
 * body (position, quaternion w x y z, velocity, angular velocity); one a target; three a push.
 */
#ifdef _WIN32
#error "this unit needs POSIX sockets and processes; on Windows drive hawser from Python (hawser.fmi.Unit), or compile under WSL"
#endif
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef int fmi2StatusKind;
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
  fmi2CallbackLogger logger;
  void *(*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void *);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

#define EXPORT __attribute__((visibility("default")))
#define BODY_NUMBERS 13

typedef struct {
  char **items;
  int count;
} List;

typedef struct {
  List args, outputs, bodies, targets, pushes;
  char *file, *folder, *name;
  double *values; /* outputs, then inputs */
  char *touched;  /* an input changed since it was last sent */
  int inputs;
  int socket;
  pid_t process;
  FILE *said;
  char *answer;
  size_t room;
  unsigned int calls;
  int fresh; /* outputs are those of now */
  fmi2CallbackLogger logger;
  fmi2ComponentEnvironment environment;
} Unit;

static void tell(Unit *u, const char *format, ...) {
  char text[2000];
  va_list rest;
  va_start(rest, format);
  vsnprintf(text, sizeof text, format, rest);
  va_end(rest);
  if (u->logger) u->logger(u->environment, u->name, fmi2Error, "logStatusError", "%s", text);
}

static char *copied(const char *text) {
  char *out = malloc(strlen(text) + 1);
  if (out) strcpy(out, text);
  return out;
}

static int append(List *list, const char *text) {
  char **items = realloc(list->items, (list->count + 2) * sizeof *items);
  if (!items) return 0;
  list->items = items;
  items[list->count++] = copied(text);
  items[list->count] = NULL;
  return items[list->count - 1] != NULL;
}

static void forget(List *list) {
  for (int i = 0; i < list->count; i++) free(list->items[i]);
  free(list->items);
}

/* A growing text. */
typedef struct {
  char *text;
  size_t length, room;
} Text;

static int add(Text *t, const char *format, ...) {
  for (;;) {
    va_list rest;
    va_start(rest, format);
    int n = t->text ? vsnprintf(t->text + t->length, t->room - t->length, format, rest) : -2;
    va_end(rest);
    if (n >= 0 && (size_t)n < t->room - t->length) {
      t->length += n;
      return 1;
    }
    size_t room = t->room ? 2 * t->room : 4096;
    char *grown = realloc(t->text, room);
    if (!grown) return 0;
    t->text = grown;
    t->room = room;
  }
}

static void quoted(Text *t, const char *name) {
  add(t, "\"");
  for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
    if (*c == '"' || *c == '\\') add(t, "\\%c", *c);
    else if (*c < 32) add(t, "\\u%04x", *c);
    else add(t, "%c", *c);
  }
  add(t, "\"");
}

static int sendAll(int socket, const void *data, size_t size) {
  const char *at = data;
  while (size > 0) {
    ssize_t n = send(socket, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    at += n;
    size -= n;
  }
  return 1;
}

static int receiveAll(int socket, void *data, size_t size) {
  char *at = data;
  while (size > 0) {
    ssize_t n = recv(socket, at, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    at += n;
    size -= n;
  }
  return 1;
}

/* A frame from client to server is masked; a mask of zeros leaves the text as it is (RFC 6455, 5.3). */
static int sendFrame(Unit *u, int code, const char *text, size_t size) {
  unsigned char head[14] = {(unsigned char)(0x80 | code)};
  int n = 2;
  if (size < 126) head[1] = (unsigned char)(0x80 | size);
  else if (size < 65536) {
    head[1] = 0x80 | 126;
    head[2] = (unsigned char)(size >> 8);
    head[3] = (unsigned char)size;
    n = 4;
  } else {
    head[1] = 0x80 | 127;
    for (int i = 0; i < 8; i++) head[2 + i] = (unsigned char)((unsigned long long)size >> (56 - 8 * i));
    n = 10;
  }
  memset(head + n, 0, 4);
  return sendAll(u->socket, head, n + 4) && (size == 0 || sendAll(u->socket, text, size));
}

/* The next text message, to u->answer. */
static int receiveText(Unit *u) {
  size_t length = 0;
  for (;;) {
    unsigned char head[10];
    if (!receiveAll(u->socket, head, 2)) return 0;
    unsigned long long size = head[1] & 0x7f;
    if (size == 126) {
      if (!receiveAll(u->socket, head + 2, 2)) return 0;
      size = ((unsigned)head[2] << 8) | head[3];
    } else if (size == 127) {
      if (!receiveAll(u->socket, head + 2, 8)) return 0;
      size = 0;
      for (int i = 0; i < 8; i++) size = (size << 8) | head[2 + i];
    }
    if (size > (64u << 20)) return 0;
    int code = head[0] & 15;
    size_t from = code < 3 ? length : 0;
    if (u->room < from + size + 1) {
      char *grown = realloc(u->answer, from + size + 1);
      if (!grown) return 0;
      u->answer = grown;
      u->room = from + size + 1;
    }
    if (size > 0 && !receiveAll(u->socket, u->answer + from, size)) return 0;
    if (code == 8) return 0;
    if (code == 9 && !sendFrame(u, 10, u->answer, size)) return 0;
    if (code >= 8) continue;
    length = from + size;
    u->answer[length] = 0;
    if (head[0] & 0x80) return 1;
  }
}

/* Sends {"id": ..., "call": ...} and waits for its answer; the call has its fields but for the braces. */
static int call(Unit *u, const char *fields) {
  Text t = {0};
  char id[40];
  snprintf(id, sizeof id, "{\"id\":%u,", ++u->calls);
  if (!add(&t, "%s%s}", id, fields) || !sendFrame(u, 1, t.text, t.length)) {
    free(t.text);
    tell(u, "the model's server is gone");
    return 0;
  }
  free(t.text);
  snprintf(id, sizeof id, "\"id\":%u,", u->calls);
  do {
    if (!receiveText(u)) {
      tell(u, "the model's server is gone");
      return 0;
    }
  } while (!strstr(u->answer, id));
  if (strstr(u->answer, "\"ok\":true")) return 1;
  tell(u, "%s", u->answer);
  return 0;
}

static char *trimmed(char *line) {
  size_t n = strlen(line);
  while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
  return line;
}

static int readUnit(Unit *u) {
  char path[4200], line[4200];
  snprintf(path, sizeof path, "%s/unit.txt", u->folder);
  FILE *file = fopen(path, "r");
  if (!file) {
    tell(u, "expected the file %s", path);
    return 0;
  }
  while (fgets(line, sizeof line, file)) {
    char *rest = strchr(trimmed(line), ' ');
    if (!rest) continue;
    *rest++ = 0;
    if (!strcmp(line, "arg")) append(&u->args, rest);
    else if (!strcmp(line, "file")) u->file = copied(rest);
    else if (!strcmp(line, "out")) append(&u->outputs, rest);
    else if (!strcmp(line, "body")) append(&u->bodies, rest);
    else if (!strcmp(line, "target")) append(&u->targets, rest);
    else if (!strcmp(line, "push")) append(&u->pushes, rest);
  }
  fclose(file);
  return u->file != NULL && u->args.count > 0;
}

/* Starts the server in a process of its own; its first line has the address. */
static int start(Unit *u) {
  int ends[2];
  const char *given = getenv("HAWSER");
  List words = {0};
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", u->folder, u->file);
  if (given && *given) append(&words, given);
  else for (int i = 0; i < u->args.count; i++) append(&words, u->args.items[i]);
  append(&words, "serve");
  append(&words, path);
  append(&words, "--json");
  if (pipe(ends) != 0) return 0;
  u->process = fork();
  if (u->process == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    execvp(words.items[0], words.items);
    _exit(127);
  }
  forget(&words);
  close(ends[1]);
  u->said = fdopen(ends[0], "r");
  char line[8000];
  if (u->process < 0 || !u->said || !fgets(line, sizeof line, u->said)) {
    tell(u, "expected the program hawser (npm install -g hawser, or its path in the variable HAWSER), found none that starts");
    return 0;
  }
  char *at = strstr(line, "ws://127.0.0.1:");
  if (!at) {
    tell(u, "%s", trimmed(line));
    return 0;
  }
  int port = atoi(at + 15);
  char *query = strchr(at, '/') + 2;
  query = strchr(query, '/');
  char *stop = query ? strchr(query, '"') : NULL;
  if (!stop) return 0;
  *stop = 0;
  struct sockaddr_in to = {0};
  to.sin_family = AF_INET;
  to.sin_port = htons((unsigned short)port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  u->socket = socket(AF_INET, SOCK_STREAM, 0);
  int one = 1;
  if (u->socket < 0 || connect(u->socket, (struct sockaddr *)&to, sizeof to) != 0) {
    tell(u, "no connection to port %d of this machine", port);
    return 0;
  }
  setsockopt(u->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  Text t = {0};
  add(&t,
      "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: aGF3c2VyIHVuaXQgZm1pMg==\r\nSec-WebSocket-Version: 13\r\n\r\n",
      query, port);
  int good = t.text && sendAll(u->socket, t.text, t.length);
  free(t.text);
  char end[4] = {0}, status[13] = {0};
  for (int n = 0; good && memcmp(end, "\r\n\r\n", 4) != 0; n++) {
    memmove(end, end + 1, 3);
    good = n < 8000 && receiveAll(u->socket, end + 3, 1);
    if (n < 12) status[n] = end[3];
  }
  if (!good || strcmp(status, "HTTP/1.1 101") != 0 || !receiveText(u)) {
    tell(u, "the model's server did not take the connection: %s", status);
    return 0;
  }
  return call(u, "\"call\":\"drive\"");
}

/* Values of the outputs as they are now. */
static int readOutputs(Unit *u) {
  if (u->fresh || u->outputs.count == 0) return 1;
  Text t = {0};
  add(&t, "\"call\":\"read\",\"channels\":[");
  for (int i = 0; i < u->outputs.count; i++) {
    if (i > 0) add(&t, ",");
    quoted(&t, u->outputs.items[i]);
  }
  int good = add(&t, "]") && call(u, t.text);
  free(t.text);
  char *at = good ? strstr(u->answer, "\"values\":[") : NULL;
  if (!at) return 0;
  at += 10;
  for (int i = 0; i < u->outputs.count; i++) {
    char *next;
    u->values[i] = strtod(at, &next);
    if (next == at) {
      tell(u, "expected a number for %s, found %.20s", u->outputs.items[i], at);
      return 0;
    }
    at = next + 1;
  }
  u->fresh = 1;
  return 1;
}

static void three(Text *t, const char *name, const double *x) {
  add(t, ",\"%s\":[%.17g,%.17g,%.17g]", name, x[0], x[1], x[2]);
}

static int anyTouched(Unit *u, int at, int count, int keep) {
  int any = 0;
  for (int i = 0; i < count; i++) {
    any |= u->touched[at + i];
    if (!keep) u->touched[at + i] = 0;
  }
  return any;
}

/* Set-points and forces that changed since the last step, and places of led bodies from their first change on. */
static int sendInputs(Unit *u) {
  int at = u->outputs.count;
  int good = 1;
  for (int k = 0; good && k < u->bodies.count; k++, at += BODY_NUMBERS) {
    if (!anyTouched(u, at, BODY_NUMBERS, 1)) continue;
    const double *x = u->values + at;
    Text t = {0};
    add(&t, "\"call\":\"lead\",\"body\":");
    quoted(&t, u->bodies.items[k]);
    three(&t, "position", x);
    add(&t, ",\"rotation\":[%.17g,%.17g,%.17g,%.17g]", x[3], x[4], x[5], x[6]);
    three(&t, "velocity", x + 7);
    three(&t, "angularVelocity", x + 10);
    good = call(u, t.text);
    free(t.text);
  }
  for (int k = 0; good && k < u->targets.count; k++, at++) {
    if (!anyTouched(u, at, 1, 0)) continue;
    Text t = {0};
    add(&t, "\"call\":\"order\",\"order\":{\"target\":");
    quoted(&t, u->targets.items[k]);
    add(&t, ",\"value\":%.17g}", u->values[at]);
    good = call(u, t.text);
    free(t.text);
  }
  for (int k = 0; good && k < u->pushes.count; k++, at += 3) {
    if (!anyTouched(u, at, 3, 0)) continue;
    Text t = {0};
    add(&t, "\"call\":\"push\",\"body\":");
    quoted(&t, u->pushes.items[k]);
    three(&t, "force", u->values + at);
    good = call(u, t.text);
    free(t.text);
  }
  return good;
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

EXPORT void fmi2FreeInstance(fmi2Component c) {
  Unit *u = c;
  if (!u) return;
  if (u->socket >= 0) {
    sendFrame(u, 8, NULL, 0);
    close(u->socket);
  }
  if (u->process > 0) {
    kill(u->process, SIGTERM);
    waitpid(u->process, NULL, 0);
  }
  if (u->said) fclose(u->said);
  forget(&u->args);
  forget(&u->outputs);
  forget(&u->bodies);
  forget(&u->targets);
  forget(&u->pushes);
  free(u->file);
  free(u->folder);
  free(u->name);
  free(u->values);
  free(u->touched);
  free(u->answer);
  free(u);
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                     const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging) {
  (void)guid;
  (void)visible;
  (void)logging;
  Unit *u = calloc(1, sizeof *u);
  if (!u) return NULL;
  u->socket = -1;
  u->name = copied(name ? name : "hawser");
  if (functions) {
    u->logger = functions->logger;
    u->environment = functions->componentEnvironment;
  }
  const char *at = resources ? resources : "";
  if (!strncmp(at, "file:", 5)) {
    at += 5;
    if (!strncmp(at, "//", 2)) at = strchr(at + 2, '/');
  }
  u->folder = malloc(strlen(at ? at : "") + 1);
  size_t n = 0;
  for (; u->folder && at && *at; n++) { /* %20 and the like */
    unsigned int code;
    if (*at == '%' && sscanf(at + 1, "%2x", &code) == 1) {
      u->folder[n] = (char)code;
      at += 3;
    } else u->folder[n] = *at++;
  }
  if (u->folder) u->folder[n] = 0;
  if (type != fmi2CoSimulation || !u->folder || !readUnit(u)) {
    fmi2FreeInstance(u);
    return NULL;
  }
  u->inputs = BODY_NUMBERS * u->bodies.count + u->targets.count + 3 * u->pushes.count;
  u->values = calloc(u->outputs.count + u->inputs + 1, sizeof *u->values);
  u->touched = calloc(u->outputs.count + u->inputs + 1, 1);
  for (int k = 0; u->values && k < u->bodies.count; k++) u->values[u->outputs.count + BODY_NUMBERS * k + 3] = 1;
  if (!u->values || !u->touched || !start(u)) {
    fmi2FreeInstance(u);
    return NULL;
  }
  return u;
}

EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String list[]) {
  (void)c;
  (void)on;
  (void)n;
  (void)list;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean hasTolerance, fmi2Real tolerance, fmi2Real begin,
                                      fmi2Boolean hasEnd, fmi2Real end) {
  (void)hasTolerance;
  (void)tolerance;
  (void)hasEnd;
  (void)end;
  if (begin == 0) return fmi2OK;
  tell(c, "expected a start at 0 s, found %g s", begin);
  return fmi2Error;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  (void)c;
  return fmi2OK;
}

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  (void)c;
  return fmi2OK;
}

EXPORT fmi2Status fmi2Terminate(fmi2Component c) {
  (void)c;
  return fmi2OK;
}

EXPORT fmi2Status fmi2Reset(fmi2Component c) {
  Unit *u = c;
  u->fresh = 0;
  memset(u->touched, 0, u->outputs.count + u->inputs);
  return call(u, "\"call\":\"reset\"") ? fmi2OK : fmi2Error;
}

EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  Unit *u = c;
  for (size_t i = 0; i < n; i++) {
    if (vr[i] >= (fmi2ValueReference)(u->outputs.count + u->inputs)) return fmi2Error;
    if (vr[i] < (fmi2ValueReference)u->outputs.count && !readOutputs(u)) return fmi2Error;
    value[i] = u->values[vr[i]];
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[]) {
  Unit *u = c;
  for (size_t i = 0; i < n; i++) {
    if (vr[i] < (fmi2ValueReference)u->outputs.count || vr[i] >= (fmi2ValueReference)(u->outputs.count + u->inputs))
      return fmi2Error;
    /* a master that writes start values first changes nothing */
    if (u->values[vr[i]] != value[i]) u->touched[vr[i]] = 1;
    u->values[vr[i]] = value[i];
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real now, fmi2Real step, fmi2Boolean noSetBack) {
  Unit *u = c;
  (void)noSetBack;
  char text[80];
  if (!sendInputs(u)) return fmi2Error;
  u->fresh = 0;
  snprintf(text, sizeof text, "\"call\":\"stepTo\",\"t\":%.17g", now + step);
  return call(u, text) ? fmi2OK : fmi2Error;
}

/* What the model has none of. */
#define NONE(name, ...) \
  EXPORT fmi2Status name(fmi2Component c, __VA_ARGS__) { (void)c; return fmi2Error; }
EXPORT fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference v[], size_t n, fmi2Integer x[]) { (void)c; (void)v; (void)x; return n == 0 ? fmi2OK : fmi2Error; }
EXPORT fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference v[], size_t n, fmi2Boolean x[]) { (void)c; (void)v; (void)x; return n == 0 ? fmi2OK : fmi2Error; }
EXPORT fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference v[], size_t n, fmi2String x[]) { (void)c; (void)v; (void)x; return n == 0 ? fmi2OK : fmi2Error; }
EXPORT fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference v[], size_t n, const fmi2Integer x[]) { (void)c; (void)v; (void)x; return n == 0 ? fmi2OK : fmi2Error; }
EXPORT fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference v[], size_t n, const fmi2Boolean x[]) { (void)c; (void)v; (void)x; return n == 0 ? fmi2OK : fmi2Error; }
EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference v[], size_t n, const fmi2String x[]) { (void)c; (void)v; (void)x; return n == 0 ? fmi2OK : fmi2Error; }
NONE(fmi2GetFMUstate, fmi2FMUstate *s)
NONE(fmi2SetFMUstate, fmi2FMUstate s)
NONE(fmi2FreeFMUstate, fmi2FMUstate *s)
NONE(fmi2SerializedFMUstateSize, fmi2FMUstate s, size_t *n)
NONE(fmi2SerializeFMUstate, fmi2FMUstate s, fmi2Byte b[], size_t n)
NONE(fmi2DeSerializeFMUstate, const fmi2Byte b[], size_t n, fmi2FMUstate *s)
NONE(fmi2GetDirectionalDerivative, const fmi2ValueReference u[], size_t nu, const fmi2ValueReference k[], size_t nk, const fmi2Real d[], fmi2Real r[])
NONE(fmi2SetRealInputDerivatives, const fmi2ValueReference v[], size_t n, const fmi2Integer o[], const fmi2Real x[])
NONE(fmi2GetRealOutputDerivatives, const fmi2ValueReference v[], size_t n, const fmi2Integer o[], fmi2Real x[])
NONE(fmi2GetStatus, const fmi2StatusKind k, fmi2Status *x)
NONE(fmi2GetRealStatus, const fmi2StatusKind k, fmi2Real *x)
NONE(fmi2GetIntegerStatus, const fmi2StatusKind k, fmi2Integer *x)
NONE(fmi2GetBooleanStatus, const fmi2StatusKind k, fmi2Boolean *x)
NONE(fmi2GetStringStatus, const fmi2StatusKind k, fmi2String *x)
EXPORT fmi2Status fmi2CancelStep(fmi2Component c) { (void)c; return fmi2Error; }
