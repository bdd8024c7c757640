;;; connection-tests.el --- Connections, to kernels of one's own and of others  -*- lexical-binding: t; -*-

;;; Code:

(require 'chart-kernel-attach)
(require 'tests-support)

;;; Connections

(ert-deftest a-request-is-answered-and-a-refusal-tells-its-data ()
  (let ((connection (chart-kernel-connect temporary-file-directory)))
    (unwind-protect
        (progn
          (should (equal (plist-get (chart-kernel-request connection "chart/edit" (list :text tests-spending :chart "a"))
                                    :chart)
                         "a"))
          (let ((fault (should-error (chart-kernel-request connection "chart/edit" '(:text "kind: pie\nhol: 1"))
                                     :type 'chart-kernel-error)))
            (should (eql (nth 2 fault) -32602))
            (should (eql (plist-get (nth 3 fault) :line) 2))
            (should (equal (plist-get (nth 3 fault) :suggestion) "hole")))
          (should (member "chart/tap" (mapcar (lambda (method) (plist-get method :name))
                                              (chart-kernel-methods connection))))
          (should (equal (chart-kernel-chart-ids connection) '("a"))))
      (chart-kernel-disconnect connection))
    (should-not (jsonrpc-running-p connection))))

(ert-deftest what-comes-along-with-an-answer-is-not-left-lying ()
  (let* ((connection (chart-kernel-connect temporary-file-directory))
         (told nil)
         (chart-kernel-notification-functions
          (list (lambda (_ method params) (push (cons method (plist-get params :revision)) told)))))
    (unwind-protect
        (progn
          (chart-kernel-request connection "chart/edit" (list :text tests-spending :chart "a"))
          (dotimes (_ 5) (chart-kernel-request connection "chart/rotate" '(:chart "a" :by 10)))
          (tests-wait (lambda () (equal (cdar told) 6)))
          (should (eq (caar told) 'chart/didChange)))
      (chart-kernel-disconnect connection))))

(ert-deftest a-program-that-is-not-there-is-named ()
  (let ((chart-kernel-program "no-such-chart-kernel"))
    (should (string-match-p "no-such-chart-kernel"
                            (cadr (should-error (chart-kernel-connect temporary-file-directory)
                                                :type 'user-error))))))

;;; Kernels of others

;; That one is shown which runs is seen in ../attach.

(ert-deftest attaching-to-nothing-says-why ()
  (with-temp-buffer
    (should-error (chart-kernel-attach "ipc:///nowhere/at/all") :type 'user-error)))

(ert-deftest a-chart-of-a-running-kernel-is-shown-and-followed ()
  (let* ((socket (make-temp-name (expand-file-name "chart" temporary-file-directory)))
         (endpoint (concat "ipc://" socket))
         (server (start-process "server" nil chart-kernel-program "serve" "--endpoint" endpoint)))
    (unwind-protect
        (let (mine others)
          (tests-wait (lambda () (file-exists-p socket)))
          (setq others (chart-kernel-connect temporary-file-directory endpoint))
          (chart-kernel-request others "chart/edit" (list :text tests-spending :chart "shared"))
          (with-temp-buffer (chart-kernel-attach endpoint))
          (setq mine (get-buffer "*chart: shared*"))
          (with-current-buffer mine
            (let ((before (tests-wait (lambda () chart-kernel-preview--svg))))
              (chart-kernel-request others "chart/highlight" '(:chart "shared" :index 0))
              (tests-wait (lambda () (not (equal before chart-kernel-preview--svg)))))
            (chart-kernel-preview-key "ArrowRight")
            (tests-settled))
          (should (equal (plist-get (plist-get (chart-kernel-request others "chart/get" '(:chart "shared")) :state)
                                    :selection)
                         [1]))
          (kill-buffer mine)
          (should (equal (chart-kernel-chart-ids others) '("shared")))
          (chart-kernel-disconnect others))
      (delete-process server)
      (ignore-errors (delete-file socket)))))

;; A server on TCP, with the lines that it says at its start.
(defun tests-server (place &rest options)
  "Start a server with OPTIONS that is listed in PLACE, and return it and its endpoint and token."
  (let ((server (let ((process-environment (cons (concat "CHART_KERNEL_RUNTIME_DIR=" place) process-environment)))
                  (apply #'start-process "server" (generate-new-buffer " server")
                         chart-kernel-program "serve" "--endpoint" "tcp://127.0.0.1:*" options)))
        said)
    (tests-wait (lambda ()
                  (accept-process-output server 0.1)
                  (with-current-buffer (process-buffer server)
                    (goto-char (point-min))
                    (and (re-search-forward "\\(tcp://.*\\)\ntoken: \\(.*\\)\n" nil t)
                         (setq said (list (match-string 1) (match-string 2)))))))
    (cons server said)))

(ert-deftest a-kernel-on-tcp-is-joined-by-its-token-which-no-command-shows ()
  (let* ((place (make-temp-file "runtime" t))
         (started (tests-server place))
         (endpoint (nth 1 started))
         (address (concat endpoint "?token=" (nth 2 started)))
         connection)
    (unwind-protect
        (progn
          ;; Here it isn't listed, and so nothing is known but what is given.
          (setq connection (chart-kernel-connect temporary-file-directory address))
          (should (equal (chart-kernel-request connection "chart/list") '(:charts [])))
          (should (equal (process-command (jsonrpc--process connection))
                         (list chart-kernel-program "stdio" "--connect" endpoint)))
          (chart-kernel-disconnect connection)
          (let ((fault (should-error (chart-kernel-attach (concat endpoint "?token=wrong")) :type 'user-error)))
            (should (string-match-p "token" (cadr fault))))
          ;; Where it is listed, the list tells.
          (let ((process-environment (cons (concat "CHART_KERNEL_RUNTIME_DIR=" place) process-environment)))
            (setq connection (chart-kernel-connect temporary-file-directory endpoint)))
          (should (equal (chart-kernel-request connection "chart/list") '(:charts [])))
          (chart-kernel-disconnect connection))
      (kill-buffer (process-buffer (car started)))
      (delete-process (car started))
      (delete-directory place t))))

(provide 'connection-tests)
;;; connection-tests.el ends here
