// A `recv` for the whole program that takes no more than a share at once, for the sake of libzmq's one I/O thread.

#ifndef CBOUNDED_RECEIVE_H
#define CBOUNDED_RECEIVE_H

/// The most that one call of `recv` takes from a socket on Linux, in bytes.
///
/// libzmq asks for all that is missing of a large frame with one call (`decoder_base::get_buffer`). Over a Unix socket the
/// system copies for as long as the sender refills it on another processor: for 30 ms and more of a frame of 50 MB, and
/// meanwhile that thread serves nobody else. Whoever reads a stream expects to get less than was asked for; libzmq returns
/// to its poll then, where other connections have their turn. No option of libzmq bounds it.
#define CBOUNDED_RECEIVE_LIMIT (256 * 1024)

#endif
