;;; tests-support.el --- What the tests of the Emacs plugin share  -*- lexical-binding: t; -*-

;;; Commentary:

;; test_emacs.py starts a batch Emacs with the files *-tests.el, and the program's name in
;; CHART_KERNEL.

;;; Code:

(require 'chart-kernel)
(require 'cl-lib)
(require 'ert)

(setq chart-kernel-program (getenv "CHART_KERNEL")
      chart-kernel-delay 0.05
      make-backup-files nil
      create-lockfiles nil)

(defconst tests-spending
  "kind: pie
title: Spending
slices:
  - {label: Rent, value: 25}
  - {label: Food, value: 30}
  - {label: Travel, value: 45}
")

(defun tests-wait (condition)
  "Wait until CONDITION, a function, is true; return what it returned."
  (let ((end (+ (float-time) 20)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      ;; Wakes when a process says something; timers, which also bring things about, run no later than this.
      (accept-process-output nil 0.02))
    (should value)
    value))

(defmacro tests-with-chart (name text &rest body)
  "Run BODY in a buffer that visits a file NAME with TEXT, which the kernel has been given."
  (declare (indent 2))
  `(let* ((directory (make-temp-file "chart" t))
          (file (expand-file-name ,name directory)))
     (write-region ,text nil file nil 'quiet)
     (with-current-buffer (find-file-noselect file)
       (unwind-protect
           (progn
             (should (derived-mode-p 'chart-kernel-mode))
             (tests-synchronize)
             ,@body)
         (set-buffer-modified-p nil)
         (kill-buffer)
         (delete-directory directory t)))))

(defun tests-synchronize ()
  "Give the kernel what is in the buffer, and wait until it has answered."
  (chart-kernel-sync)
  (tests-wait (lambda ()
                (and (not chart-kernel--timer)
                     (cl-notany #'chart-kernel-document-flying chart-kernel--documents)))))

(defun tests-ask (method &rest params)
  "What METHOD with PARAMS answers over the buffer's connection."
  (chart-kernel-request chart-kernel--connection method params))

(defun tests-replace (old new)
  "Type NEW in the place of OLD."
  (goto-char (point-min))
  (search-forward old)
  (replace-match new t t))

(defmacro tests-with-preview (&rest body)
  "Run BODY in the preview of a chart `spending'."
  `(tests-with-chart "spending.chart.yaml" tests-spending
     (chart-kernel-preview)
     (with-current-buffer chart-kernel--preview
       (tests-wait (lambda () chart-kernel-preview--svg))
       ,@body)))

(defun tests-settled ()
  "Wait until the preview has all answers."
  (tests-wait (lambda () (zerop chart-kernel-preview--flying))))

(provide 'tests-support)
;;; tests-support.el ends here
