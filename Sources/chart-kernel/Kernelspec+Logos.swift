// swift-format-ignore-file
// Written by Scripts/embed-kernelspec.py from kernelspec/; not to be edited by hand.

/// The files of kernelspec/, which `chart-kernel install` writes where Jupyter looks for kernels.
enum KernelspecFiles {
  /// `kernel.json` with `{executable}` in place of the program's absolute path. `{connection_file}` stays: Jupyter
  /// fills it in.
  static let kernelJSON = #"""
    {
      "argv": ["{executable}", "jupyter", "--connection-file", "{connection_file}"],
      "display_name": "Chart",
      "language": "chart",
      "interrupt_mode": "message",
      "kernel_protocol_version": "5.6.0",
      "metadata": {
        "supported_encryption": ["curve"]
      }
    }

    """#

  /// `logo-svg.svg`, as it is.
  static let logoSVG = #"""
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
      <title>ChartKernel</title>
      <g fill="currentColor" stroke="currentColor" stroke-width="4" stroke-linejoin="round">
        <path color="#EE6677" d="M34.00 3.86A30.4 30.4 0 0 1 60.35 35.72L43.93 32.58A14 14 0 0 0 34.00 20.58Z"/>
        <path color="#4477AA" d="M53.49 42.55A25 25 0 0 1 16.02 54.73L23.73 46.52A14 14 0 0 0 42.43 40.44Z"/>
        <path color="#CCBB44" d="M10.19 49.25A25 25 0 0 1 5.29 30.18L16.00 33.66A14 14 0 0 0 17.90 41.04Z"/>
        <path color="#66CCEE" d="M7.77 22.57A25 25 0 0 1 26.00 9.32L26.00 20.58A14 14 0 0 0 18.48 26.05Z"/>
      </g>
    </svg>

    """#

  /// `logo-32x32.png` in Base64.
  static let logo32PNG = """
    iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAEJUlEQVR42tWXW0xcZRDHf3PObildYhE0GmOMmqba1FqRpRFDk1KWl7aJYgPG2Bg0hf\
    UWtdEsxAeziTfYaK2pRoptrJqYlNDWWKmJLLYPUMJVW0q89cmqMUJ38dJul8I3PkALsuxyWIiJ83i+75v5z8x/LgcWKBoMujQYdKX7XhYKIFJdexJ0\
    BUq3QrvaeuSahlD3fwigRhPDoh1isTN7T+iwgC4agCcHf88yF9zecTVD76/LHUwKYEp52Bh9NHdv6Odkd6y5jAZVraq+aFlVb6RlLOaKGNFjYkm7I3\
    6ATywZiFYH7k8LwPa+c/f82hftF9VDAptA3ZNH2fMIXLYizRF/7UPOAaiKvzdSY6m0A2sXgTI2qh9G/TX3OQLg74u8pVCHYrN44lZl/7ntgRtTAqju\
    iQQUeXZxaiQxHViyX6dptmbmHOHV1IWzgKY14VPJiD9QlghAVWyVdwBXUs+ngA1P+zo836ajKjsSADzWMZylcMccGuKo7hoXu/AKu8alUIW3gfg8gl\
    E04g94E7Jc3RtZo/CwwFZgxYxHZ4HNjd6cgdk0DlfVFliiLcC1ztIhL+c21r2UlGb+/uhaNWYryAPA9UbYuDc/51QqpSPba/ONpV0KtgP+HstprN8o\
    AF3hkpW2sQ5hmR8EDqrK597S8B9pzYaqwHuIPO7g6vmrb8jMdk10CQoRXY3KaoUyIN7b6mtTOJgRzzh855aWqFMAxuYDy+AEgOevofjyCRKqXDXjMA\
    PYJLBvdOnF/vlEINcdOwn86eTu2CXjuVwFnuRskZu7wiW5jktt9+64PS75iDwB2ijQA1ycNVpYy1yTdfmLSPLu44aVQKdTEMv31Z0BzkzfmqK/jd4u\
    42N5IHepkAcwSsZPrsli/h6TfDCOq1Q6BeCrOVAlSBnwLejXYus3xVz33fGG4tPAaeDjhOY0eGxDVmzMNQQsTaL3rLc0fNOcxmub81DTNRG0f0lMYM\
    Covt4WevDThGG0uvj438Bnic1CJ1ggvOLQ+NFZjANkKqwTkW0zD6Zvsx8BFZcnBgoigorWen1tjYU7mjI9bnYhegHVA5nLPKdisZgbNatU7G2oqQKW\
    pOx+RvYn3QfyO4q+EJUTV5qzgIq+VuBrC5UHm5Z43DQjVIM8h1idsVjsPDCCWJ2CPqVzGAd61nsGj6ZcSntbfWuAPsCtou8W+NqeLi9vsqO3yiegFQ\
    sYwZeMUvRVqKI75UbkLQ0PAJUCAW/7+mdAJXKLNqRrfMpDfXE243PuPKU1B+oVCaAKIul4jsDO1vqK59PaihWpnIAp6Xg+JiIvpDI+NwAxW4D+NCLf\
    p2Luba0rf3PBv2bBYNA6EVu12SB+wDc5qGaTUZSwwJ7WUPkREHXOEYeyIdiUtSSmdxu4TYScyTRF1eiPtol3f/nGI+f5v8k/kgOhUQcdEtIAAAAASU\
    VORK5CYII=
    """

  /// `logo-64x64.png` in Base64.
  static let logo64PNG = """
    iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAIQ0lEQVR42u1bbVBU1xl+3rPLl2BlQTFBU6skM1XHRIROk+A0UAHHTpNMRZY4DRlaw2\
    KTJo1GXDLO6E60g2uTmA+d4EbRZJImsEZ/mJrIrmATGtuyK8ZW06lfTRPUOGHvGhEJ7J63PwCHgYX9usuC9Z3ZH3vv3XPv85z3vOd53gvArYh+XCpd\
    k/it4dnJ0bg3RRu8y2CsAPAqgFgAF0E4wRItxLJBNz3xKJlMnpudgHYAKcOcvgLmgxKiNnVafCOZTPJmJIADvPQ8g7Z/h/jX0y2mzv9HAvof+GsJMq\
    co8dvJauoO9/5ivBVMBqYS+CVFd/24UmH8yZjNABOzaGtxzRaEe5nEvSDu8pC3unbBlAvhZMBQPlBzpTth9cw9pq7oE8BMBqeSQ8ByBvQAJg+62V93\
    ZKfcpyIB/XFMQOqTLX84GxUCDA6OYXaVEqEKoLtGuFRaslM0ESAAABQAD6VYzM2jWgPKW5RSQDlNRLv8gI90zdEBaHCVV/58VAh4/G/umQaH6xARvw\
    VgxhipkQkgsd9VYXwwogSUO9v1QiP/AaBwDG4UWjDqXCufy1GdABOzMDhdm4jpPQCJY3i3TICUB9yGygzVCDAxiwsO5U0w1o0FARVITZDQ7Pty1aqE\
    8Algpjan2wLCo+NMNt2deC1uS9gEGByKmcArxqfZ5ieVlVW5IRNQ4VSWgrBmHLcbiCVvY4MhJmgCVjiv3MnMteNkzY8Uc91I/k3QBGikpwbAJNwEwa\
    AqXwVxWAIqWtqXgWiRys/hCfBYJOL2pGsx5QER8NRpjmOiFyLwEI0BHotUFjzNg5azTwK6FPdsleXtBQZvQq9DHBx6Bm0E8NUocJDhNqzN9esGSz+7\
    lJjQE3sGwG3hAgdQmX5VV2/KoxFTnYuLNYpuVgmAagDfjyAJb6dYzKV+7bDB4c4gyNUM/ALA7SH47PqeLu/jtQunXA3md5efMCVpPZ07ASqJEAGKLj\
    0hrb/b7Hd7MzGLC07lfjAXgWhpQLNDtNWyIPlZEIXs9dsrjC8T43cRoUCIhSk11X8JviHCTOUt7dkQooiAZQAyhs4879+RlVIUDvjeggVSDMY/AnhE\
    9WJIeD51h3lDr3UMKq+J3wBa0Pupqjim3MNSFgG0FMBcED7UxHsfCxd838ywC1gJ0H0Aq9pvIEaWzxrQ3JwzMb5zwlYCZjPxx4Lp/QWFNkdAbrGJtf\
    4KXUgLtsL4GDPeVHnYthSLefoQAhwNBS+CePWgi78A0/sM7Mv+NOdoJN7O+N8dZp4H6A41x9V4u1Mn7drqEoMyPMvHtTNAvJqIm505zV+22Bdtc9gX\
    5dXXF2tGxclYrV5isqo9rlcTO22IEGJgmp/fpRPTk2BqnKVTLjps+ZYWe35+xLNAiMNqjymZpvpSgsEInykAyolhczQUvBJRArzeE+rvhJjii4CYEM\
    tqeSQJSN255SsGHKouLSm1AXeEAoiEpqbc+EiSEAPPEmJsANDAwOXwjRGkLx3QAyAulAF1UqQCaIsUAd+zvPgNgOf7v3+zct004e3OJKJMCZpPQCaA\
    mUGsAZ8EXAJwZ0hVlWleJAkYHJNrft/Wd78PbmiGsmeSERubKYkyiWk+IDMB+qEPnFIytfoi4GKoBEimnwL4KJpdH92el90Amvo+AIDzZab4iTFd84\
    RAJqTMZEFTheQ9k9+o/tcQIeS05e9i4Nch3v+Lc4ouQ6+3etUGlm+sW0yEBwBxjsCtmmtJ//zwtZ99p8bY2kFepwXEoRIwIyPZvRzA2+qCtz4M8D5m\
    CIDBAOSEjp78qvrPCdTKEseJuZUFjtvN+isheI4BGXCoMIuFDH27Yfp7dqHtx2qBX/TcvlSSnlMA0gIr7DgPoBWMVo1A3aHN+jN+a+HALwuO3t/aVw\
    hDVBesmjw2mUxC9Hal04KYzFkAikDY5GWcyDPunRsUAX1G50CIz9xNXrFWLcf+SefsHdzbcwhZmwjIxUHVgN5JpDoZvLLzElCatbihUY20F9Jaw6Bl\
    4Y4lJJxB1YDeQghy2vNPApgdsKhiMmQX2nYOPFiw9t10Jm0RCXnW1e62OS0VPSMNsuSpg3GexI7lzKhG+M1YgHDCvll/T9AZQAR22HkbmLYHmK2VQ8\
    BX7r2LSX4M8G0sCTqd7nK+0foOgD9riE92yLivk0WHtkcjktiryQZjYQ86fgnGVNUMlMSrQe8C/dHUlBs/0av5HEw/8AN+Y3ahbf3AQ4Xr3r1DejWf\
    gKP6ZzPnYjqT5gSiFXyaoby8I11gWufnt68NAb9mX5r0aGxRBg8wVQYqlIbtCjODjtnzmxh4wMfpt7Ly7WVEuNH8zH1mf7I2rqcJwPyoYgcaD5v1Ab\
    /THNYOE4GFR1sG4NtB3n//Va1nxUDwD5oOTNDG9nwQbfAAXAT8KqidYqSTmUs++g8B5X02GQAOTuqOXZ6Xd+RG97fYVB97/fr1/SDkRBk8M/MKu1n/\
    35Cl8HBxrKEg3QOk/ajA9tnAmS8urtcos1AHoCjK4EFEG22bi9eH5QWCrTSLjNZaAsoQ/XjdbtY/EZJYCtmlrd27fmyA590LE079VhU7HFzu8NNjYM\
    1vOLxFv8mO0F/FhdMU/XcUwbsBfuTwlpKNQHjvIcMhoGRg62kUo8HDmnl2c0m9KsUzbPdWVV8iGC8wMD3CwM8Q8XrbZv174c66qgQAQK5pd3xMV9Kj\
    zLwKwByVgZ8C4RXFpez25yijRsDArbGwyponwUVgehj+3zUOFxeZ+U9MYnejufjTiOqHSDqSxca6uz0ssomQBcIcMNLQ+39EKQMktkLAWSY+zVKchI\
    aPHK7Wn8KtuBW3YjTif/QZJx+fqXqmAAAAAElFTkSuQmCC
    """
}
