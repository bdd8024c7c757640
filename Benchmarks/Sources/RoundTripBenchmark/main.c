/* Round trips over ZeroMQ, in one run: a bare libzmq echo of the same bytes in another process, then the kernel.

   usage: round-trip ENDPOINT-OF-KERNEL ECHO-ENDPOINT ROUNDS

   Both sides are asked by the same DEALER loop. The echo is a ROUTER that answers a request with as many bytes as the
   kernel answers it with, and does nothing else. */

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* A ROUTER that answers every request with `size` bytes, until it is killed. */
static void echo(const char *endpoint, size_t size) {
  void *context = zmq_ctx_new(), *router = zmq_socket(context, ZMQ_ROUTER);
  if (zmq_bind(router, endpoint)) { perror("echo: bind"); exit(1); }
  char *answer = calloc(1, size);
  for (;;) {
    char identity[256];
    int length = zmq_recv(router, identity, sizeof identity, 0);
    zmq_msg_t body;
    zmq_msg_init(&body);
    zmq_msg_recv(&body, router, 0);
    zmq_msg_close(&body);
    zmq_send(router, identity, length, ZMQ_SNDMORE);
    zmq_send(router, answer, size, 0);
  }
}

/* One request and its answer; returns the answer's length. */
static size_t ask(void *dealer, const char *request, size_t length) {
  zmq_send(dealer, request, length, 0);
  zmq_msg_t answer;
  zmq_msg_init(&answer);
  if (zmq_msg_recv(&answer, dealer, 0) < 0) { perror("receive"); exit(1); }
  size_t size = zmq_msg_size(&answer);
  zmq_msg_close(&answer);
  return size;
}

static void report(const char *name, double *times, int rounds, size_t request, size_t answer) {
  double sum = 0;
  for (int i = 0; i < rounds; i++) sum += times[i];
  qsort(times, rounds, sizeof *times, compare);
  printf("%s\t%.4f\t%.4f\t%.0f\t%zu\t%zu\n", name, times[rounds / 2], times[rounds * 99 / 100], rounds / sum * 1e3,
         request, answer);
  fflush(stdout);
}

static void *connected(void *context, const char *endpoint) {
  void *dealer = zmq_socket(context, ZMQ_DEALER);
  int timeout = 10000, linger = 0;
  zmq_setsockopt(dealer, ZMQ_RCVTIMEO, &timeout, sizeof timeout);
  zmq_setsockopt(dealer, ZMQ_LINGER, &linger, sizeof linger);
  if (zmq_connect(dealer, endpoint)) { perror("connect"); exit(1); }
  return dealer;
}

/* What is asked over and over: `odd` and `even` in turn, so that each tap changes something. */
static void compare_both(const char *name, const char *kernel, const char *echo_endpoint, const char *odd,
                         const char *even, int rounds) {
  void *context = zmq_ctx_new();
  void *dealer = connected(context, kernel);
  for (int i = 0; i < 200; i++) ask(dealer, i % 2 ? odd : even, strlen(i % 2 ? odd : even));
  size_t size = ask(dealer, odd, strlen(odd));
  pid_t child = fork();
  if (child == 0) echo(echo_endpoint, size);
  void *bare = connected(context, echo_endpoint);
  for (int i = 0; i < 200; i++) ask(bare, odd, strlen(odd));

  double *kernel_times = calloc(rounds, sizeof(double)), *echo_times = calloc(rounds, sizeof(double));
  /* Turn and turn about in blocks, so that what else the machine does hits both alike. */
  for (int i = 0; i < rounds; i++) {
    int block = (i / 100) % 2;
    const char *request = i % 2 ? odd : even;
    for (int side = 0; side < 2; side++) {
      int asks_kernel = side == block;
      double start = now();
      ask(asks_kernel ? dealer : bare, request, strlen(request));
      *(asks_kernel ? &kernel_times[i] : &echo_times[i]) = now() - start;
    }
  }
  char label[128];
  snprintf(label, sizeof label, "%s: bare echo", name);
  report(label, echo_times, rounds, strlen(odd), size);
  snprintf(label, sizeof label, "%s: chart-kernel", name);
  report(label, kernel_times, rounds, strlen(odd), size);
  printf("%s: ratio of p50\t%.2f\n", name, kernel_times[rounds / 2] / echo_times[rounds / 2]);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  zmq_close(dealer);
  zmq_close(bare);
  zmq_ctx_term(context);
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: %s KERNEL-ENDPOINT ECHO-ENDPOINT ROUNDS\n", words[0]);
    return 2;
  }
  int rounds = atoi(words[3]);
  void *context = zmq_ctx_new(), *dealer = connected(context, words[1]);
  const char *create =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"chart/create\",\"params\":{\"chart\":\"bench\",\"spec\":{\"kind\":"
      "\"pie\",\"title\":\"Spending\",\"slices\":[{\"label\":\"Rent\",\"value\":25},{\"label\":\"Food\",\"value\":30},"
      "{\"label\":\"Travel\",\"value\":15},{\"label\":\"Books\",\"value\":10},{\"label\":\"Savings\",\"value\":20}]}}}";
  ask(dealer, create, strlen(create));
  zmq_close(dealer);
  zmq_ctx_term(context);

  printf("round trip\tp50 ms\tp99 ms\tper second\trequest bytes\tanswer bytes\n");
#define TAP(x, render) \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"chart/tap\",\"params\":{\"chart\":\"bench\",\"x\":" x ",\"y\":150" render "}}"
  compare_both("tap with SVG", words[1], words[2], TAP("370", ""), TAP("270", ""), rounds);
  compare_both("tap, render: false", words[1], words[2], TAP("370", ",\"render\":false"),
               TAP("270", ",\"render\":false"), rounds);
#define TURN(to) \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"chart/rotate\",\"params\":{\"chart\":\"bench\",\"to\":" to "}}"
  compare_both("turn with SVG (a drag's move)", words[1], words[2], TURN("271.5"), TURN("273"), rounds);
  return 0;
}
